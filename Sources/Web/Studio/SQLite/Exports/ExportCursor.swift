import DatabaseTypes
import SQLite
import SQLiteDatabase

/// The rows of an export, read in pieces over several accesses to a console.
///
/// `@unchecked Sendable`: its owner calls one method after another, each after the previous one
/// has returned.
final class ExportCursor: @unchecked Sendable {
  /// A statement that can be released.
  private final class Box {
    let statement: SQLite.Statement
    init(_ statement: consuming SQLite.Statement) { self.statement = statement }
  }

  private var box: Box?
  private var writer: ExportWriter
  private let hiddenCount: Int
  private let count: Int
  private var hasBegun = false

  /// Compiles the query.
  ///
  /// - Throws: ``DatabaseError`` if it cannot be compiled, writes, or has no rows.
  init(_ export: Export, _ db: Database) throws {
    let box = try db.direct { Box(try SQLite.Statement(export.sql, on: $0)) }
    guard box.statement.isReadOnly, box.statement.columnCount > export.hiddenCount else {
      throw DatabaseError(code: .misuse, message: "Only the result of a query can be exported.")
    }
    guard box.statement.parameterCount == export.arguments.count else {
      throw DatabaseError(
        code: .arguments,
        message:
          "The statement has parameters, which have no values here. Write the values in its text."
      )
    }
    try db.direct { _ in
      for (index, value) in export.arguments.enumerated() {
        try box.statement.bind(value, at: index + 1)
      }
    }
    self.box = box
    (hiddenCount, count) = (export.hiddenCount, box.statement.columnCount)
    writer = ExportWriter(
      export.format,
      isSafe: export.isSafe,
      columns: Array(box.statement.columnNames.dropFirst(hiddenCount))
    )
  }

  /// The next piece of the file; `nil` after its end.
  func next(_ db: Database) throws -> String? {
    guard let box else { return nil }
    var text = ""
    if !hasBegun { writer.begin(&text) }
    hasBegun = true
    return try db.direct { _ in
      while text.utf8.count < ExportWriter.pieceSize {
        guard try box.statement.step() == .row else {
          writer.end(&text)
          close()
          return text
        }
        writer.add(try values(box.statement), to: &text)
      }
      return text
    }
  }

  /// Releases the query.
  func close() { box = nil }

  private func values(_ statement: borrowing SQLite.Statement) throws -> [WireCell] {
    var values: [WireCell] = []
    values.reserveCapacity(count - hiddenCount)
    for index in hiddenCount..<count {
      values.append(try WireCell(column: index, of: statement))
    }
    return values
  }
}
