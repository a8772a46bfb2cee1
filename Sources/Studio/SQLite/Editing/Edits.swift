import DatabaseTypes
import SQLiteDatabase
import WebServer

/// Changes that are made in one transaction.
struct Edits: Sendable {
  let changes: [StagedChange]

  /// The statements of the changes, in readable form.
  func texts(of structure: StudioStructure) throws(RequestError) -> [String] {
    var texts: [String] = []
    for change in changes {
      texts.append(try EditStatement(change, of: try structure.table(change.table)).text)
    }
    return texts
  }

  /// Makes the changes, within a transaction.
  ///
  /// - Throws: ``EditRefusal`` with the first change that cannot be made.
  func apply(to db: Database) throws {
    let structure = try StudioStructure(db, isWritable: true)
    for (index, change) in changes.enumerated() {
      do {
        let table = try structure.table(change.table)
        let statement = try EditStatement(change, of: table)
        let count = try db.change(statement.piece)
        guard count == 1 else {
          throw try EditRefusal(of: change, at: index, count: count, in: table) {
            try row(of: $0, $1, table, db)
          }
        }
      } catch let refusal as EditRefusal {
        throw refusal
      } catch {
        throw EditRefusal(index: index, message: StudioProblem(error).sentence)
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
  /// Runs a statement that writes.
  ///
  /// - Returns: The number of rows that it changed, without those that triggers changed.
  fileprivate func change(_ piece: SQLPiece) throws -> Int {
    try execute(sql: piece.sql, arguments: piece.statementArguments)
    return changesCount
  }
}
