/// The reason why a column of a row could not be decoded, and the column's place.
///
/// The error never contains the value itself, which may be private.
public struct DecodingFailure: Error, Sendable, Hashable {
  /// The table that the column comes from, if the database reports it.
  public let table: TableName?
  /// The column's name in the result.
  public let column: String?
  /// The column's index in the result, from 0.
  public let index: Int?
  /// The Swift type that was requested.
  public let expectedType: String
  /// The storage class of the value; `nil` if there is no such column.
  public let found: StorageClass?
  /// A clause with details beyond the storage class.
  public let reason: String?
  /// The SQL of the statement, if it is known.
  public private(set) var sql: String?

  /// Creates a failure from a conversion failure and its place.
  @inline(never)
  public init(_ failure: ConversionFailure, at index: Int, of layout: RowLayout) {
    let origin = layout.origins.indices.contains(index) ? layout.origins[index] : nil
    table = origin?.table
    column = layout.columnNames.indices.contains(index) ? layout.columnNames[index] : nil
    self.index = index
    expectedType = failure.expectedType
    found = failure.found
    reason = failure.reason
  }

  private init(
    table: TableName? = nil,
    column: String?,
    index: Int?,
    expectedType: String,
    reason: String
  ) {
    self.table = table
    self.column = column
    self.index = index
    self.expectedType = expectedType
    found = nil
    self.reason = reason
  }

  /// Returns the failure for a column index that does not exist.
  @inline(never)
  package static func noColumn<Value>(
    at index: Int,
    of layout: RowLayout,
    type: Value.Type
  ) -> Self {
    Self(
      column: nil,
      index: index,
      expectedType: "\(type)",
      reason: "the row has \(layout.columnNames.count) columns, counted from 0"
    )
  }

  /// Returns the failure for a column index that does not exist, given a conversion failure.
  @inline(never)
  package static func noColumn(at index: Int, _ failure: ConversionFailure, of layout: RowLayout)
    -> Self
  {
    Self(
      column: nil,
      index: index,
      expectedType: failure.expectedType,
      reason: "the row has \(layout.columnNames.count) columns, counted from 0"
    )
  }

  /// Returns the failure for a column name that does not exist.
  @usableFromInline @inline(never)
  package static func noColumn<Value>(named name: String, type: Value.Type) -> Self {
    Self(
      column: name,
      index: nil,
      expectedType: "\(type)",
      reason: "the row has no column of this name"
    )
  }

  /// Returns the failure for a column name that does not exist in the rows of a result.
  ///
  /// If all columns come from one table, the failure names that table.
  @inline(never)
  package static func noColumn<Value>(
    named name: String,
    type: Value.Type,
    of layout: RowLayout
  ) -> Self {
    let tables = Set(layout.origins.compactMap { $0?.table })
    return Self(
      table: tables.count == 1 ? tables.first : nil,
      column: name,
      index: nil,
      expectedType: "\(type)",
      reason: "the row has no column of this name"
    )
  }
}

extension DecodingFailure {
  /// Returns the failure with the SQL of the statement that returned the row.
  package func with(sql: String) -> Self {
    var failure = self
    failure.sql = sql
    return failure
  }
}

extension DecodingFailure: _SelfDescribingError {
  /// A sentence with the place, the expected type and the stored type.
  public var description: String {
    let place = [
      column.map { "column \(table.map { "\($0)." } ?? "")\($0)" }, index.map { "index \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
    let found = self.found.map { ", found \($0)" } ?? ""
    let reason = self.reason.map { ": \($0)" } ?? ""
    let advice =
      self.found == .null && self.reason == nil
      ? ". Decode an optional if the column may be NULL." : ""
    let statement = sql.map { "\(advice.isEmpty ? "." : "") Statement: \($0)" } ?? ""
    return "Cannot decode \(place): expected \(expectedType)\(found)\(reason)\(advice)\(statement)"
  }
}
