import DatabaseTypes
import SQLite
import SQLiteDatabase

/// A writer of values as SQL literals that evaluate to the same values, to the last bit.
struct LiteralWriter {
  var output: DumpOutput
  private let literals: SQLLiterals

  init(_ db: Database, _ output: DumpOutput) throws {
    self.output = output
    literals = try SQLLiterals(db)
  }

  /// Writes the columns of a statement's current row, separated by commas.
  mutating func append(_ statement: PreparedStatement) throws {
    for index in 0..<statement.columnCount {
      if index > 0 { output.bytes.append(UInt8(ascii: ",")) }
      try append(statement, at: index)
    }
  }

  private mutating func append(_ statement: PreparedStatement, at index: Int) throws {
    switch statement.statement.storageClass(at: index) {
    case .null: output.append("NULL")
    case .integer: output.append("\(statement.statement.integer(at: index))")
    case .real: output.append(try literals.literal(of: .real(statement.statement.real(at: index))))
    case .text:
      guard let text = statement.statement.text(at: index) else {
        // Bytes that are not valid UTF-8.
        output.append("CAST(")
        appendBytes(statement, at: index)
        return output.append(" AS TEXT)")
      }
      append(text)
    case .blob: appendBytes(statement, at: index)
    }
  }

  private mutating func appendBytes(_ statement: PreparedStatement, at index: Int) {
    output.append("x'")
    statement.statement.withBytes(at: index) { output.append(hexadecimal($0)) }
    output.append("'")
  }
}

extension LiteralWriter {
  private mutating func append(_ text: String) {
    guard text.utf8.contains(0) else { return appendQuoted(text, to: &output.bytes) }
    output.append(SQLLiterals.literal(of: text))
  }
}
