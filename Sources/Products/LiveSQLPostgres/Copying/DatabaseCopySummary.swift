/// The result of a copy between a file and a PostgreSQL database.
public struct DatabaseCopySummary: Sendable, Hashable {
  /// A table that was copied.
  public struct Table: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The number of rows that were copied.
    public var rowCount: Int { rows.rowCount }
    /// The checksum of the copied rows, which was the same on both sides, in hexadecimal digits.
    ///
    /// It does not depend on the order of the rows: equal tables have equal checksums.
    public var checksum: String { rows.text }
    /// Whether the copy created the table.
    public let isNew: Bool
    /// Whether the rows were added to others.
    public let hadRows: Bool
    /// Whether the rows were there already, from a copy that was interrupted.
    public let wasWhole: Bool
    private let rows: TableChecksum

    init(
      name: String,
      rows: TableChecksum,
      isNew: Bool,
      hadRows: Bool = false,
      wasWhole: Bool = false
    ) {
      (self.name, self.rows, self.isNew) = (name, rows, isNew)
      (self.hadRows, self.wasWhole) = (hadRows, wasWhole)
    }
  }

  /// The tables that were copied.
  public let tables: [Table]
  /// The differences from the original, whose options a command names in its own way.
  package let messages: [CopyMessage]

  init(tables: [Table], messages: [CopyMessage]) {
    (self.tables, self.messages) = (tables, messages)
  }

  /// The number of rows of all tables.
  public var rowCount: Int { tables.reduce(0) { $0 + $1.rowCount } }
  /// What is not as in the original, as sentences: triggers, views, and indexes and checks that
  /// only one of the databases understands.
  public var notes: [String] { messages.map(\.text) }
}

/// The SQL that a copy into a PostgreSQL database would run.
public struct DatabaseCopyPlan: Sendable, Hashable {
  /// The statements that create the tables, their checks and indexes, and their foreign keys.
  public let statements: [String]
  /// The differences from the original, whose options a command names in its own way.
  package let messages: [CopyMessage]

  init(statements: [String], messages: [CopyMessage]) {
    (self.statements, self.messages) = (statements, messages)
  }

  /// What would not be as in the original, as sentences.
  public var notes: [String] { messages.map(\.text) }
}
