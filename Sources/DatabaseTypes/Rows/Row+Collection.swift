public import Foundation

/// The place of a column in a row.
public struct RowIndex: Hashable, Comparable, Sendable {
  let offset: Int

  init(_ offset: Int) { self.offset = offset }

  /// Whether the first column is before the second.
  public static func < (left: RowIndex, right: RowIndex) -> Bool { left.offset < right.offset }
}

/// A row is a collection of the names of its columns and their values.
///
/// ```swift
/// for (column, value) in row { print(column, value.storageClass) }
/// let texts = row.filter { $1.storageClass == .text }.map(\.0)
/// ```
extension Row: RandomAccessCollection {
  /// The place of a column.
  public typealias Index = RowIndex

  /// The place of the first column.
  public var startIndex: RowIndex { RowIndex(0) }

  /// The place after the last column.
  public var endIndex: RowIndex { RowIndex(values.count) }

  /// The place a number of columns further on.
  public func index(_ index: RowIndex, offsetBy distance: Int) -> RowIndex {
    RowIndex(index.offset + distance)
  }

  /// How many columns there are from a place to another.
  public func distance(from start: RowIndex, to end: RowIndex) -> Int { end.offset - start.offset }

  /// The place of the next column.
  public func index(after index: RowIndex) -> RowIndex { RowIndex(index.offset + 1) }

  /// The place of the column before.
  public func index(before index: RowIndex) -> RowIndex { RowIndex(index.offset - 1) }

  /// The name and the value of the column at a place.
  ///
  /// - Precondition: The place is that of a column.
  public subscript(position: RowIndex) -> (String, DatabaseValue) {
    (columnNames[position.offset], values[position.offset])
  }
}

extension Row {
  /// The values, in the order of the columns.
  public var databaseValues: [DatabaseValue] { values }

  /// Whether there is a column with a name, whatever the case of its letters.
  public func hasColumn(_ column: String) -> Bool { layout.index(ofColumn: column) != nil }

  /// Uses the bytes of a column, by its name; `nil` where it is NULL.
  ///
  /// A row is a value: the bytes are those of ``decode(_:forColumn:)``, and stay as they are after the closure, too.
  ///
  /// - Throws: ``DecodingFailure`` where there is no such column or its value has no bytes; what the closure throws.
  public func withUnsafeData<Result>(
    named column: String,
    _ body: (Data?) throws -> Result
  ) throws -> Result { try body(decode(Data?.self, forColumn: column)) }

  /// Uses the bytes of a column, by its index from 0; `nil` where it is NULL.
  ///
  /// - Throws: ``DecodingFailure`` where there is no such column or its value has no bytes; what the closure throws.
  public func withUnsafeData<Result>(
    atIndex index: Int,
    _ body: (Data?) throws -> Result
  ) throws -> Result { try body(decode(Data?.self, at: index)) }

  /// Whether the value of a column is NULL, by its index from 0.
  ///
  /// - Throws: ``DecodingFailure`` where there is no such column.
  public func hasNull(atIndex index: Int) throws(DecodingFailure) -> Bool {
    try decode(DatabaseValue.self, at: index) == .null
  }

  /// Whether a value of the row, or of the rows that belong to it, is not NULL.
  public var containsNonNullValue: Bool {
    values.contains { $0 != .null }
      || related?.scopes.values.contains { $0?.containsNonNullValue == true } == true
      || related?.prefetched.values.contains { !$0.isEmpty } == true
  }

  /// The row itself: a row is a value, which stays as it is.
  public func copy() -> Row { self }
}

extension Dictionary where Key == String, Value == DatabaseValue {
  /// The values of a row by the names of their columns; of several columns with one name, that of the first.
  public init(_ row: Row) { self.init(row.map { $0 }, uniquingKeysWith: { first, _ in first }) }
}
