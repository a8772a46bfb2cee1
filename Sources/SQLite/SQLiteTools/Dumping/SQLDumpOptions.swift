/// The content of an SQL dump.
public struct SQLDumpOptions: Sendable, Hashable {
  /// The tables and views to dump, with their indexes and triggers; `nil` for the whole database.
  ///
  /// Names are compared as SQLite compares them. A virtual table includes the tables that hold its
  /// data.
  public var tables: [String]?
  /// Whether rows are written in addition to definitions.
  public var includesRows: Bool

  /// Creates options.
  public init(tables: [String]? = nil, includesRows: Bool = true) {
    self.tables = tables
    self.includesRows = includesRows
  }
}

/// The progress of a dump.
public struct DumpProgress: Sendable, Hashable {
  /// The table whose rows are being written.
  public let table: String
  /// The number of rows that have been written, of all tables.
  public let completedRowCount: Int
  /// The total number of rows to write.
  public let totalRowCount: Int

  /// Creates a progress report.
  public init(table: String, completedRowCount: Int, totalRowCount: Int) {
    self.table = table
    self.completedRowCount = completedRowCount
    self.totalRowCount = totalRowCount
  }
}
