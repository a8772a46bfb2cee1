internal import DatabaseTypes
import DatabaseTypes
public import Foundation

/// The number of digits after the point that a ``Foundation/Decimal/FixedPoint`` keeps.
///
/// ```swift
/// enum Satoshi: DecimalScale { static let digits = 8 }
/// ```
public protocol DecimalScale: Sendable {
  /// The number of digits after the point, from 0 to 18.
  static var digits: Int { get }
}

extension Decimal {
  /// Two digits after the point: cents.
  public enum Hundredths: DecimalScale {
    /// Two.
    public static let digits = 2
  }

  /// Three digits after the point.
  public enum Thousandths: DecimalScale {
    /// Three.
    public static let digits = 3
  }

  /// Four digits after the point: exchange rates, share prices.
  public enum TenThousandths: DecimalScale {
    /// Four.
    public static let digits = 4
  }

  /// Six digits after the point.
  public enum Millionths: DecimalScale {
    /// Six.
    public static let digits = 6
  }

  /// A decimal number with a fixed number of digits after the point, stored as an integer.
  ///
  /// ```swift
  /// @Table struct Item {
  ///   let id: Int
  ///   @Column(as: Decimal.FixedPoint<Decimal.Hundredths>.self)
  ///   var price: Decimal        // 12.50 is stored as 1250
  /// }
  /// Item.where { $0.price > 10 }.select { $0.price.sum() }
  /// ```
  ///
  /// Use it for amounts of money where a database has no decimal type. Because the column is an
  /// integer on both databases, whatever reads it is exact: comparisons, `ORDER BY`, `min`, `max`,
  /// `sum`, `+`, `-`, indexes, live queries, and tools that know nothing of Swift. A sum that
  /// overflows is an error. PostgreSQL stores a `bigint` with the same numbers, so that data can be
  /// copied from one database to the other. For a column of type `numeric`, use
  /// ``Foundation/Decimal`` itself.
  ///
  /// An average says how it is rounded: `$0.price.avg(rounded: .toNearestOrEven)`.
  ///
  /// Operations that would give another number do not compile: `*`, `/`, `round`, and `avg` without
  /// rounding, of such a column, and comparisons with columns of other types or scales. `cast(as:)`
  /// is an error when the statement runs. Do these in Swift, or in SQL text that handles the scale.
  ///
  /// Binding a value with more digits after the point, or outside the range of `Int64`, is an
  /// error: nothing is rounded. Swift converts literals such as `0.07` from a `Double`, which may
  /// have more digits than are written. Write `Decimal(string: "0.07")` or `Decimal(7) / 100`
  /// instead.
  public struct FixedPoint<Scale: DecimalScale>: ValueRepresentation, SQLiteType, Hashable, Sendable
  {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self

    /// The Swift type of a decoded value.
    public typealias QueryOutput = Decimal

    /// The number.
    public var queryOutput: Decimal

    /// Creates a representation of a number.
    public init(queryOutput: Decimal) { self.queryOutput = queryOutput }

    /// The integer, with its scale.
    public var queryBinding: QueryBinding { .fixedPoint(queryOutput, digits: Scale.digits) }

    /// Decodes an integer.
    ///
    /// - Throws: `ConversionFailure` for a value that is not an integer, and on PostgreSQL for a
    ///   column of type `numeric`.
    public init(decoder: inout some QueryDecoder) throws {
      guard let units = try decoder._decodeScaledInteger() else {
        throw QueryDecodingError.missingRequiredColumn
      }
      self.init(units: units)
    }

    /// Decodes an integer, or returns `nil` for NULL.
    public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
      try decoder._decodeScaledInteger().map(Self.init(units:))
    }

    /// Creates a number from the integer that is stored.
    private init(units: Int64) {
      queryOutput = Decimal(units: units, exponent: -Scale.digits)
    }

    /// The SQLite type: an integer.
    public static var typeAffinity: SQLiteTypeAffinity { .integer }
  }
}

extension Decimal? {
  /// A decimal number with a fixed number of digits after the point, stored as an integer, or NULL.
  public typealias FixedPoint<Scale: DecimalScale> = Decimal.FixedPoint<Scale>?
}

extension Decimal.FixedPoint: AdditiveArithmetic, _Addable {
  /// Zero.
  public static var zero: Self { Self(queryOutput: 0) }

  /// Returns the sum of two numbers.
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(queryOutput: lhs.queryOutput + rhs.queryOutput)
  }

  /// Returns the difference of two numbers.
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(queryOutput: lhs.queryOutput - rhs.queryOutput)
  }

  /// Whether SQL joins its values by `||`: no.
  public static var _isJoined: Bool { false }
}

extension Decimal.FixedPoint {
  /// Wraps an integer so that JSON contains the decimal number:
  /// `json((CASE WHEN … END || (abs("price") / 100) || '.' || …)`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    let digits = Scale.digits
    guard digits > 0 else { return fragment }
    let one = "1" + String(repeating: "0", count: digits)
    let zeros = String(repeating: "0", count: digits)
    // `||` binds tighter than `/` in SQLite, but not in PostgreSQL.
    let fraction: QueryFragment = "'\(raw: zeros)' || (abs(\(fragment)) % \(raw: one))"
    let text: QueryFragment = """
      (CASE WHEN \(fragment) < 0 THEN '-' ELSE '' END || (abs(\(fragment)) / \(raw: one)) || '.' || \
      \(QueryFragment.call(.substr, fraction, "-\(raw: digits)")))
      """
    return text.called(.json)
  }

  /// Refuses to convert a number in JSON, which SQLite reads as floating-point, to an integer.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    "\(QueryBinding.invalid(.inDocument))"
  }
}

extension QueryBindingError {
  static let unitsInCast = QueryBindingError(
    "A Decimal.FixedPoint is a scaled integer, so a cast would give another number: select the column, and "
      + "convert it in Swift"
  )
  fileprivate static let scale = QueryBindingError(
    "A fixed-point number must have 0 to 18 digits after the point, since an Int64 cannot hold more."
  )
  fileprivate static let inDocument = QueryBindingError(
    "SQLite reads a decimal number of JSON as a Double: read the document as its Codable type, or the member as a Double."
  )
}

// MARK: - The integer

extension Decimal {
  /// Returns the number as an integer that counts fractions of one.
  ///
  /// - Throws: ``QueryBindingError`` if it has more digits after the point, or is too large.
  package func scaledInteger(scale: UInt8) throws(QueryBindingError) -> Int64 {
    // Multiply by a power of ten, so that nothing is rounded.
    let one = Decimal(sign: .plus, exponent: Int(scale), significand: 1)
    guard let units = Int64((self * one).description) else {
      throw QueryBindingError(
        "A Decimal does not fit a column with \(scale) digits after the point: it has more of them, or is too large. "
          + "Round it first, or let the column keep another number of digits"
      )
    }
    return units
  }
}

extension Decimal {
  /// Creates a number from an integer that counts fractions of one.
  ///
  /// - Parameters:
  ///   - units: The integer.
  ///   - digits: The number of digits after the point.
  /// - Throws: ``QueryBindingError`` if there are not 0 to 18 digits.
  package init(units: Int64, digits: Int) throws(QueryBindingError) {
    guard (0...18).contains(digits) else { throw .scale }
    self.init(units: units, exponent: -digits)
  }

  fileprivate init(units: Int64, exponent: Int) {
    let value = Decimal(sign: .plus, exponent: exponent, significand: Decimal(units.magnitude))
    self = units < 0 ? -value : value
  }
}

extension QueryBinding {
  /// Returns the binding of a number as an integer that counts fractions of one.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - digits: The number of digits after the point.
  /// - Returns: The binding; `.invalid` for NaN, or if there are not 0 to 18 digits.
  package static func fixedPoint(_ value: Decimal, digits: Int) -> QueryBinding {
    guard value.isFinite else { return .invalid(.noNumber) }
    guard (0...18).contains(digits) else { return .invalid(.scale) }
    return .decimal(value, scale: UInt8(digits))
  }
}
