import DatabaseTypes
public import Foundation

// How a live query decides whether a row has changed. A query that runs again compares all its
// rows, so this is written for speed: `@Table` expands to one call for each column, which is
// compiled for the column's type and allocates nothing. By estimate that is 2 ns for a number and
// 10 ns for a text, about as much as a synthesized `==`. Everything else, such as a table written
// by hand or an enum, encodes its columns as for an `INSERT` and compares the bound values, which
// takes some 50 ns for a column.

/// A comparison of two rows, column by column, which expansions of `@Table` make.
@_documentation(visibility: internal)
@frozen
public struct _RowComparison {
  @usableFromInline var hasOnlySame = true

  /// Creates a comparison before the first column.
  @inlinable
  public init() {}

  /// Whether all columns so far have the same values.
  @inlinable public var areSame: Bool { hasOnlySame }

  /// Compares a column, unless another one differs.
  @inlinable
  public mutating func compare<R: QueryRepresentable>(
    _ left: R.QueryOutput,
    _ right: R.QueryOutput,
    _ type: R.Type
  ) {
    if hasOnlySame { hasOnlySame = R._isSame(left, right) }
  }
}

extension QueryRepresentable {
  /// Returns whether two values encode the same columns and, if they are `Equatable`, are equal.
  ///
  /// `==` alone may leave out a column, and columns alone may leave out a part of a value that is
  /// decoded but not encoded.
  public static func _isSame(_ left: QueryOutput, _ right: QueryOutput) -> Bool {
    let areSame = Self(queryOutput: left).hasSameColumns(as: Self(queryOutput: right))
    guard areSame ?? true else { return false }
    return ValueComparison<QueryOutput>.ofEquatable?(left, right) ?? (areSame ?? false)
  }

  /// Returns whether two values encode the same columns; `nil` if a column cannot be encoded.
  private func hasSameColumns(as other: Self) -> Bool? {
    let (columns, others) = (boundColumns, other.boundColumns)
    guard columns.count == others.count else { return false }
    var areSame: Bool? = true
    for (left, right) in zip(columns, others) {
      switch left.isSame(as: right) {
      case true?: continue
      case false?: return false
      case nil: areSame = nil
      }
    }
    return areSame
  }

  /// The values that an `INSERT` would bind.
  private var boundColumns: [QueryBinding] {
    var encoder = ValueEncoder(columnCount: 8)
    _encode(into: &encoder)
    if encoder.areAllValues { return encoder.values }
    return _encodedColumns.flatMap { column -> [QueryBinding] in
      column.isUnset ? [.null] : column.fragment.bindings
    }
  }
}

extension QueryBindable {
  /// Returns whether two values are bound as the same value.
  @inlinable
  public static func _isSame(_ left: QueryOutput, _ right: QueryOutput) -> Bool {
    let (left, right) = (Self(queryOutput: left), Self(queryOutput: right))
    return left.queryBinding.isSame(as: right.queryBinding) ?? false
  }
}

extension QueryBindable where QueryOutput: Equatable {
  /// Returns whether two values are equal and are bound as the same value.
  @inlinable
  public static func _isSame(_ left: QueryOutput, _ right: QueryOutput) -> Bool {
    guard left == right else { return false }
    let (left, right) = (Self(queryOutput: left), Self(queryOutput: right))
    return left.queryBinding.isSame(as: right.queryBinding) ?? true
  }
}

extension QueryBinding {
  /// Returns whether two values that were read are the same; `nil` if one cannot be bound.
  ///
  /// Floating-point numbers are the same if their bits are, since `-0.0` is shown as such and NaN
  /// does not equal itself.
  @usableFromInline
  func isSame(as other: QueryBinding) -> Bool? {
    switch (self, other) {
    case (.invalid, _), (_, .invalid): nil
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    default: self == other
    }
  }
}

// MARK: - Values of columns

extension String {
  /// Returns whether two texts have the same bytes, unlike `==`, which compares characters.
  public static func _isSame(_ left: String, _ right: String) -> Bool {
    hasSameBytes(left, right)
  }
}

extension Int {
  /// Returns whether two numbers are equal.
  @inlinable
  public static func _isSame(_ left: Int, _ right: Int) -> Bool { left == right }
}

extension Int64 {
  /// Returns whether two numbers are equal.
  @inlinable
  public static func _isSame(_ left: Int64, _ right: Int64) -> Bool { left == right }
}

extension Bool {
  /// Returns whether two truth values are equal.
  @inlinable
  public static func _isSame(_ left: Bool, _ right: Bool) -> Bool { left == right }
}

extension Double {
  /// Returns whether two numbers have the same bits: so does NaN, but not zero and `-0.0`.
  @inlinable
  public static func _isSame(_ left: Double, _ right: Double) -> Bool {
    left.bitPattern == right.bitPattern
  }
}

extension Float {
  /// Returns whether two numbers have the same bits: so does NaN, but not zero and `-0.0`.
  @inlinable
  public static func _isSame(_ left: Float, _ right: Float) -> Bool {
    left.bitPattern == right.bitPattern
  }
}

extension Date {
  /// Returns whether two dates are equal.
  @inlinable
  public static func _isSame(_ left: Date, _ right: Date) -> Bool { left == right }
}

extension UUID {
  /// Returns whether two identifiers are equal.
  @inlinable
  public static func _isSame(_ left: UUID, _ right: UUID) -> Bool { left == right }
}

extension Data {
  /// Returns whether two blobs have the same bytes.
  @inlinable
  public static func _isSame(_ left: Data, _ right: Data) -> Bool { left == right }
}

extension [UInt8] {
  /// Returns whether two blobs have the same bytes.
  @inlinable
  public static func _isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right }
}
