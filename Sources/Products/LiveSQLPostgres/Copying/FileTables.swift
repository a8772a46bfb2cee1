import DatabaseTypes
import SQLiteDatabase
import SQLiteTools

/// The tables of a file that a copy into a PostgreSQL database takes, with what it leaves out.
struct FileTables {
  private(set) var tables: [CopiedTable] = []
  /// Notes about differences from the original.
  private(set) var notes: [CopyMessage] = []

  /// Examines all tables and all of their values.
  ///
  /// - Parameter check: Called now and then. If it throws, this ends.
  init(of db: Database, _ options: DatabaseCopyOptions, check: () throws -> Void) throws {
    let descriptions = try db.tables().filter { !$0.isInternal && $0.kind != .shadow }
      .map { try TableDescription($0, in: db) }
    try options.check(descriptions)
    for description in descriptions {
      try check()
      let info = description.info
      notes += description.triggers.map { "the trigger \($0.name.name) is left out." }
      guard info.kind == .table, !options.skips(info.name.name) else {
        notes.append("the \("\(info.kind)") \(info.name.name) is left out.")
        continue
      }
      tables.append(try CopiedTable(description, in: db, options: options, check: check))
    }
    notes += tables.flatMap(\.notes)
  }

  /// The statements that create the tables in a schema.
  func statements(in schema: String) -> [String] {
    tables.map { $0.createSQL(in: schema) }
      + tables.flatMap { $0.constraints(in: schema) }.map(\.sql)
      + tables.flatMap { $0.references(in: schema, tables) }.map(\.sql)
  }
}
