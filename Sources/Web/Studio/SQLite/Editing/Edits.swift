import DatabaseTypes
import SQLiteDatabase
import WebServer

/// Edits that are made in one transaction.
struct Edits: Sendable {
  let edits: [RowEdit]

  /// The statements of the edits, in readable form.
  func texts(of structure: StudioStructure) throws(RequestError) -> [String] {
    var texts: [String] = []
    for edit in edits {
      let table = try structure.table(edit.change.table)
      texts.append(try EditStatement(edit.change, of: table).text)
    }
    return texts
  }

  /// Makes the edits, within a transaction.
  ///
  /// - Throws: ``EditRefusal`` with the first change that cannot be made.
  func apply(to db: Database) throws {
    let structure = try StudioStructure(db, isWritable: true)
    for edit in edits {
      do {
        let table = try structure.table(edit.change.table)
        let statement = try EditStatement(edit.change, of: table)
        let count = try db.change(by: statement, of: table)
        guard count == 1 else {
          throw try EditRefusal(of: edit, count: count, in: table) {
            try row(of: $0, $1, table, db)
          }
        }
      } catch let refusal as EditRefusal {
        throw refusal
      } catch {
        throw EditRefusal(index: edit.place, message: StudioProblem(error).sentence)
      }
    }
  }

  private func row(of key: [WireCell], _ columns: [String], _ table: StudioTable, _ db: Database)
    throws
    -> [WireCell]?
  {
    let isKey = table.isKey(key)
    let source = quotedIdentifier(table.name.schema) + "." + quotedIdentifier(table.name.name)
    let sql = "SELECT \(StoredColumns.list(of: columns)) FROM \(source) WHERE \(isKey.sql)"
    return try db.storedRows(SQLPiece(sql: sql, arguments: isKey.arguments)).first
      .map { StoredColumns.cells($0, count: columns.count) }
  }
}

extension Database {
  /// Runs the statement of a change.
  ///
  /// - Returns: The number of rows that it changed, without those that triggers changed; for a
  ///   view, the number of its rows.
  fileprivate func change(by statement: EditStatement, of table: StudioTable) throws -> Int {
    if table.kind == .view { return try changeView(by: statement) }
    try execute(sql: statement.piece.sql, arguments: statement.piece.statementArguments)
    return changesCount
  }

  /// Runs a statement that the triggers of a view carry out: SQLite counts none of its rows.
  ///
  /// https://www.sqlite.org/c3ref/changes.html
  ///
  /// - Returns: The number of rows with the values that the user saw, up to 2; 0 if the triggers
  ///   change nothing, or leave the row as it is.
  private func changeView(by statement: EditStatement) throws -> Int {
    let found = try statement.viewRows.map { try count($0) } ?? 1
    guard found == 1 else { return found }
    let before = totalChangesCount
    try execute(sql: statement.piece.sql, arguments: statement.piece.statementArguments)
    let left = try statement.viewRows.map { try count($0) } ?? 0
    return totalChangesCount > before && left == 0 ? 1 : 0
  }
}
