import DatabaseTypes
import SQLiteDatabase

extension ShellInterpreter {
  /// Lists tables and views.
  ///
  /// - Parameter pattern: What their names are `LIKE`; all where it is empty.
  func writeTables(_ pattern: String) async throws {
    let names = try await reading { db in
      var names: [String] = []
      for schema in try db.schemas() {
        for table in try db.tables(in: schema) where table.kind != .shadow && !table.isInternal {
          let name = table.name.name
          let isLike = try pattern.isEmpty || Self.isLike(name, pattern, db)
          if isLike { names.append(schema == "main" ? name : "\(schema).\(name)") }
        }
      }
      return names
    }
    try output.write(names.map { Line($0) })
  }

  private static func isLike(_ name: String, _ pattern: String, _ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT ? LIKE ?", arguments: [name, pattern]) ?? false
  }

  /// Shows the statements that make what is in the database.
  ///
  /// - Parameter name: That of a table or view, with its indexes and triggers, or of an index or a trigger; all where it is
  ///   empty.
  func writeSchema(_ name: String) async throws {
    let wanted = TableName(name.quotedWords.first ?? "")
    let statements = try await reading { db in
      try db.schemas().flatMap { schema in
        try db.objects(in: schema).filter { object in
          name.isEmpty || TableName(object.name.name) == wanted || TableName(object.table) == wanted
        }.compactMap(\.sql)
      }
    }
    if statements.isEmpty, !name.isEmpty {
      throw CommandFailure(
        message: "There is no table, view, index or trigger named \(name). See '.tables'."
      )
    }
    try output.write(statements.map { shownLines($0 + ";") }.joined().map { Line($0) })
  }

  /// The lines of a text, with spaces for tabs.
  private func shownLines(_ text: String) -> [String] {
    text.replacing("\t", with: "    ").split(
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    ).map(String.init)
  }
}
