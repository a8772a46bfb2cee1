/// Why a column of a row could not be decoded, and where.
///
/// It never holds the value itself, which may be private.
public struct DecodingFailure: Error, Sendable, Hashable {
  /// The table that the column comes from, where the database tells.
  public let table: TableName?
  /// The column's name in the result.
  public let column: String?
  /// The column's index in the result, from 0.
  public let index: Int?
  /// The Swift type that was asked for.
  public let expectedType: String
  /// How the value was stored; `nil` where there is no such column.
  public let found: StorageClass?
  /// What was wrong beyond the storage class, as a clause.
  public let reason: String?
  /// The statement, where it is known.
  public private(set) var sql: String?

  /// Adds the place to a failure of conversion.
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

  /// There is no column with that index.
  @inline(never)
  public static func noColumn<Value>(
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

  /// There is no column with that index; a failure of conversion told so.
  @inline(never)
  public static func noColumn(at index: Int, _ failure: ConversionFailure, of layout: RowLayout)
    -> Self
  {
    Self(
      column: nil,
      index: index,
      expectedType: failure.expectedType,
      reason: "the row has \(layout.columnNames.count) columns, counted from 0"
    )
  }

  /// There is no column with that name.
  @inline(never)
  public static func noColumn<Value>(named name: String, type: Value.Type) -> Self {
    Self(
      column: name,
      index: nil,
      expectedType: "\(type)",
      reason: "the row has no column of this name"
    )
  }

  /// There is no column with that name in the rows of a result.
  ///
  /// Where all columns are of one table, that is the table.
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
  /// The failure with the statement whose row it was.
  public func with(sql: String) -> Self {
    var failure = self
    failure.sql = sql
    return failure
  }
}

extension DecodingFailure: _DescribedError {
  /// Where, what was expected, and what was found, in a sentence.
  public var description: String {
    let place = [
      column.map { "column \(table.map { "\($0)." } ?? "")\($0)" }, index.map { "index \($0)" },
    ].compactMap(\.self).joined(separator: ", ")
    let found = self.found.map { ", found \($0)" } ?? ""
    let reason = self.reason.map { ": \($0)" } ?? ""
    let advice =
      self.found == .null && self.reason == nil ? ". Decode an optional where NULL may stand." : ""
    let statement = sql.map { "\(advice.isEmpty ? "." : "") Statement: \($0)" } ?? ""
    return "Cannot decode \(place): expected \(expectedType)\(found)\(reason)\(advice)\(statement)"
  }
}
