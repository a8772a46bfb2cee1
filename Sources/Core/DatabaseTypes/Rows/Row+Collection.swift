public import Foundation

/// The position of a column in a row.
public struct RowIndex: Hashable, Comparable, Sendable {
  let offset: Int

  init(_ offset: Int) { self.offset = offset }

  /// Returns whether the first column is before the second.
  public static func < (left: RowIndex, right: RowIndex) -> Bool { left.offset < right.offset }
}

/// A row is a collection of pairs of column names and values.
///
/// ```swift
/// for (column, value) in row { print(column, value.storageClass) }
/// let texts = row.filter { $1.storageClass == .text }.map(\.0)
/// ```
extension Row: RandomAccessCollection {
  /// The position of a column.
  public typealias Index = RowIndex

  /// The position of the first column.
  public var startIndex: RowIndex { RowIndex(0) }

  /// The position after the last column.
  public var endIndex: RowIndex { RowIndex(values.count) }

  /// Returns the position at a distance from another position.
  public func index(_ index: RowIndex, offsetBy distance: Int) -> RowIndex {
    RowIndex(index.offset + distance)
  }

  /// Returns the number of columns between two positions.
  public func distance(from start: RowIndex, to end: RowIndex) -> Int { end.offset - start.offset }

  /// Returns the position of the next column.
  public func index(after index: RowIndex) -> RowIndex { RowIndex(index.offset + 1) }

  /// Returns the position of the previous column.
  public func index(before index: RowIndex) -> RowIndex { RowIndex(index.offset - 1) }

  /// The name and the value of the column at a position.
  ///
  /// - Precondition: The position is that of a column.
  public subscript(position: RowIndex) -> (String, DatabaseValue) {
    (columnNames[position.offset], values[position.offset])
  }
}

extension Row {
  /// The values, in the order of the columns.
  public var databaseValues: [DatabaseValue] { values }

  /// Returns whether there is a column with a name, ignoring case as ``Row`` does.
  public func hasColumn(_ column: String) -> Bool { layout.index(ofColumn: column) != nil }

  /// Calls a closure with the bytes of a column, found by name, or with `nil` if it is NULL.
  ///
  /// A row is a value: the bytes are those that ``decode(_:forColumn:)`` returns, and they stay
  /// valid after the closure returns.
  ///
  /// - Throws: ``DecodingFailure`` if there is no such column or its value has no bytes, or the
  ///   error of the closure.
  public func withUnsafeData<Result>(
    named column: String,
    _ body: (Data?) throws -> Result
  ) throws -> Result { try body(decode(Data?.self, forColumn: column)) }

  /// Calls a closure with the bytes of a column, found by index from 0, or with `nil` if it is
  /// NULL.
  ///
  /// - Throws: ``DecodingFailure`` if there is no such column or its value has no bytes, or the
  ///   error of the closure.
  public func withUnsafeData<Result>(
    atIndex index: Int,
    _ body: (Data?) throws -> Result
  ) throws -> Result { try body(decode(Data?.self, at: index)) }

  /// Returns whether the value of a column is NULL.
  ///
  /// Columns are counted from 0.
  ///
  /// - Throws: ``DecodingFailure`` if there is no such column.
  public func hasNull(atIndex index: Int) throws(DecodingFailure) -> Bool {
    try decode(DatabaseValue.self, at: index) == .null
  }

  /// Whether a value of the row or of its related rows is not NULL.
  public var containsNonNullValue: Bool {
    values.contains { $0 != .null }
      || related?.scopes.values.contains { $0?.containsNonNullValue == true } == true
      || related?.prefetched.values.contains { !$0.isEmpty } == true
  }

  /// Returns the row itself, since a row is an immutable value.
  public func copy() -> Row { self }
}

extension Dictionary where Key == String, Value == DatabaseValue {
  /// Creates a dictionary of the values of a row by column name; the first wins for duplicate
  /// names.
  public init(_ row: Row) { self.init(row.map { $0 }, uniquingKeysWith: { first, _ in first }) }
}
