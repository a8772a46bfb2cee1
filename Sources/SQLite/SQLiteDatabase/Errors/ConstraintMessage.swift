import DatabaseTypes
import SQLite

/// SQLite's message about a row that violates a constraint.
///
/// SQLite reports names only in the message, and does not quote them: `t.a, t.b` are two columns of
/// `t`, or one column of a table whose name contains a point.
struct ConstraintMessage {
  /// A table and some of its columns.
  struct Columns: Hashable {
    let table: String
    let names: [String]
  }

  /// The extended code.
  let code: ResultCode
  /// The message.
  let text: String

  /// The name of an index with expressions: `UNIQUE constraint failed: index 'name'`.
  var index: String? {
    guard let part = rest(after: "UNIQUE constraint failed: index '"), part.last == "'" else {
      return nil
    }
    return String(part.dropLast())
  }

  /// The name of a `CHECK`, or the text of its expression.
  var check: String? { rest(after: "CHECK constraint failed: ").map { String($0) } }

  /// Whether the message is that of a foreign key, which has the code of a trigger for `RESTRICT`.
  var isForeignKey: Bool {
    code == .constraintForeignKey
      || code == .constraintTrigger && text == "FOREIGN KEY constraint failed"
  }

  /// Returns the table and the columns that the message names.
  ///
  /// - Parameter tables: The names of the tables that the statement writes, which decide if the
  ///   message can be read in several ways.
  func columns(in tables: [String]) -> Columns? {
    let part =
      rest(after: "UNIQUE constraint failed: ") ?? rest(after: "NOT NULL constraint failed: ")
      ?? (code == .constraintDataType ? rest(from: " column ") : nil)
    guard let part, index == nil else { return nil }
    let readings = Self.readings(of: part)
    return readings.first { tables.contains($0.table) } ?? readings.first
  }

  /// Returns the ways to read a list of columns: any point may end the table's name.
  private static func readings(of list: Substring) -> [Columns] {
    list.indices.filter { list[$0] == "." }
      .map { point in
        let table = list[..<point]
        let columns = list[list.index(after: point)...]
          .split(separator: ", \(table).", omittingEmptySubsequences: false)
        return Columns(table: String(table), names: columns.map { String($0) })
      }
  }

  private func rest(after start: String) -> Substring? {
    text.hasPrefix(start) ? text.dropFirst(start.count) : nil
  }

  private func rest(from word: String) -> Substring? {
    text.firstRange(of: word).map { text[$0.upperBound...] }
  }
}
