import DatabaseTypes
import PostgreSQL
import WebServer

/// Rows of PostgreSQL's that are to be written to a file.
///
/// They are read by a cursor in a transaction that cannot write.
/// https://www.postgresql.org/docs/current/sql-declare.html
struct PostgresExport: RowExport {
  let piece: PostgresPiece
  let format: ExportFormat
  let isSafe: Bool
  let name: String
  let database: PostgresStudioDatabase

  /// How many rows are asked for at a time.
  private static let rowCount = 200
  private static let cursor = "livesql_export"

  func run(_ write: (String) async throws -> Void) async throws {
    try await withPostgresConsole(database, within: nil, onlyReads: true) { console in
      var writer = try await open(console)
      var text = ""
      writer.begin(&text)
      while true {
        let rows = try await console.run { db in
          try db.cells(PostgresPiece("FETCH \(Self.rowCount) FROM \(Self.cursor)"))
        }
        for row in rows {
          writer.add(row, to: &text)
          guard text.utf8.count >= ExportWriter.pieceSize else { continue }
          try await write(text)
          text = ""
        }
        if rows.count < Self.rowCount { break }
      }
      writer.end(&text)
      try await write(text)
    }
  }

  /// Throws an error if the rows cannot be read.
  func check() async throws {
    try await withPostgresConsole(database, within: nil, onlyReads: true) { console in
      _ = try await open(console)
    }
  }

  private func open(_ console: PostgresConsole) async throws -> ExportWriter {
    let columns = try await console.run { [piece] db in
      let prepared = try db.prepare(piece.sql)
      guard prepared.parameterTypes.count == piece.values.count else {
        throw PostgresError.hasParameters
      }
      try db.execute("DECLARE \(Self.cursor) NO SCROLL CURSOR FOR " + piece.sql, piece.values)
      return prepared.columns.names
    }
    return ExportWriter(format, isSafe: isSafe, columns: columns)
  }
}

extension ExportRequest {
  /// The export from PostgreSQL.
  ///
  /// - Parameter table: Finds a table.
  /// - Throws: `RequestError` for what cannot be exported.
  func export(
    from database: PostgresStudioDatabase,
    _ table: (ExportRequest.Grid) async throws -> StudioTable
  ) async throws -> any RowExport {
    if let grid {
      let table = try await table(grid)
      let statement = try PostgresGridStatement(grid.request, of: table)
      return export(statement.export, named: table.name.name, database)
    }
    guard let sql else { throw RequestError(400, "There is nothing to export.") }
    try SQLRequest.checkLength(of: sql)
    let part = try PostgresPart.parts(of: sql)[0]
    guard part.isQuery else {
      throw RequestError(400, "Only the result of a query can be exported.")
    }
    let export = export(PostgresPiece(part.sql), named: "result", database)
    do { try await export.check() } catch {
      throw RequestError(400, PostgresMessage(error, of: part, in: sql, within: .zero).text)
    }
    return export
  }

  private func export(
    _ piece: PostgresPiece,
    named name: String,
    _ database: PostgresStudioDatabase
  ) -> PostgresExport {
    PostgresExport(
      piece: piece,
      format: format,
      isSafe: safe == true,
      name: name,
      database: database
    )
  }
}
