import DatabaseTypes
import SQLiteDatabase

/// Rows of SQLite that are written to a file.
struct Export: RowExport {
  let sql: String
  var arguments: [DatabaseValue] = []
  /// The number of leading columns that are not exported.
  var hiddenCount = 0
  let format: ExportFormat
  let isSafe: Bool
  /// The name of the file without its extension.
  let name: String

  let database: StudioDatabase

  /// Reads the rows and writes them in pieces, on a separate connection: the next piece is read
  /// when the last one was taken.
  ///
  /// - Throws: The errors of reading and of `write`; the file is then incomplete.
  func run(_ write: (String) async throws -> Void) async throws {
    try await withConsole(database, onlyReads: true) { console in
      let cursor = try await console.run { db in try ExportCursor(self, db) }
      do {
        while let piece = try await console.run({ db in try cursor.next(db) }) {
          try await write(piece)
        }
      } catch {
        cursor.close()
        throw error
      }
      cursor.close()
    }
  }

  /// Throws an error if the rows cannot be read.
  func check() async throws {
    try await withConsole(database, onlyReads: true) { console in
      let cursor = try await console.run { db in try ExportCursor(self, db) }
      cursor.close()
    }
  }
}
