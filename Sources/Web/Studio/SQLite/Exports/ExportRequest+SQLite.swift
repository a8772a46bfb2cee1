import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import WebServer

extension ExportRequest {
  /// The export from SQLite.
  ///
  /// - Throws: `RequestError` for what cannot be exported.
  func export(from database: StudioDatabase) async throws -> Export {
    if let grid { return try await export(grid, database) }
    guard let sql else { throw RequestError(400, "There is nothing to export.") }
    try SQLRequest.checkLength(of: sql)
    let parts = try SQLiteStatements.parts(of: sql)
    let export = Export(
      sql: parts[0].sql,
      format: format,
      isSafe: safe == true,
      name: "result",
      database: database
    )
    do { try await export.check() } catch {
      throw RequestError(400, SQLMessage(error, of: parts[0], in: sql, refused: nil).text)
    }
    return export
  }

  private func export(_ grid: Grid, _ database: StudioDatabase) async throws -> Export {
    let (format, isSafe, isWritable) = (format, safe == true, database.isWritable)
    return try await database.shared.read { db in
      let structure = try StudioStructure(db, isWritable: isWritable)
      let name = TableName(schema: grid.schema ?? "main", grid.table)
      let table = try structure.table(name)
      let rows = try GridStatement(grid.request, of: table).export
      return Export(
        sql: rows.sql,
        arguments: rows.arguments,
        format: format,
        isSafe: isSafe,
        name: table.name.name,
        database: database
      )
    }
  }
}
