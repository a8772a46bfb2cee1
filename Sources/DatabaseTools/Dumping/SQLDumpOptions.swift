/// What an SQL dump holds.
public struct SQLDumpOptions: Sendable, Hashable {
  /// The tables and views to dump, with their indexes and triggers; `nil` for the whole database.
  ///
  /// Names are compared as SQLite compares them. A virtual table comes with the tables that keep its data.
  public var tables: [String]?
  /// Whether the rows are written, or the definitions alone.
  public var includesRows: Bool

  /// Makes options.
  public init(tables: [String]? = nil, includesRows: Bool = true) {
    self.tables = tables
    self.includesRows = includesRows
  }
}

/// How far a dump is.
public struct DumpProgress: Sendable, Hashable {
  /// The table whose rows are written.
  public let table: String
  /// The rows that are written, of all tables.
  public let completedRowCount: Int
  /// The rows that there are to write.
  public let totalRowCount: Int

  /// Makes a progress.
  public init(table: String, completedRowCount: Int, totalRowCount: Int) {
    self.table = table
    self.completedRowCount = completedRowCount
    self.totalRowCount = totalRowCount
  }
}
