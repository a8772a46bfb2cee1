import DatabaseTypes
import SQLiteDatabase
import Terminal

extension ShellInterpreter {
  /// Lists tables and views.
  ///
  /// - Parameter pattern: A `LIKE` pattern for their names; all if it is empty.
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

  /// Shows the statements that create the objects of the database.
  ///
  /// - Parameter name: The name of a table or view, shown with its indexes and triggers, or of an
  ///   index or a trigger; all if it is empty.
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

  /// Returns the lines of a text, with spaces in place of tabs.
  private func shownLines(_ text: String) -> [String] {
    text.replacing("\t", with: "    ").split(
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    ).map(String.init)
  }
}
