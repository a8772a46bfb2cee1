import DatabaseTypes
import Foundation

extension QueryFragment {
  /// Returns the SQL text and the values to bind, in the order of their placeholders.
  ///
  /// - Parameters:
  ///   - dialect: The dialect to write.
  ///   - layout: Whether to write one line or several.
  /// - Complexity: Linear in the length of the text.
  public func render(
    for dialect: Dialect = .sqlite,
    layout: QueryLayout = .singleLine
  ) -> (sql: String, bindings: [QueryBinding]) {
    if dialect == .postgres {
      let statement = PostgresStatementText(self, layout: layout)
      return (statement.sql, statement.bindings(of: bindings))
    }
    if layout == .singleLine, let line = SingleLine(code, quote: dialect.identifierQuote) {
      return (line.text, bindings)
    }
    return (
      text(dialect, layout) { offset, code in dialect.appendPlaceholder(offset, to: &code) },
      bindings
    )
  }

  /// Returns the SQL text with custom placeholders, and the values to bind.
  ///
  /// - Parameter template: Returns the placeholder for a number, counted from 1.
  public func prepare(_ template: (_ offset: Int) -> String) -> (
    sql: String, bindings: [QueryBinding]
  ) {
    (
      text(.sqlite, .singleLine) { offset, code in
        code.append(contentsOf: template(offset + 1).utf8)
      },
      bindings
    )
  }

  /// Returns the text in several lines with its values as literals, for tests and logs.
  ///
  /// Never run it.
  public func description(layout: QueryLayout) -> String {
    text(.sqlite, layout) { offset, code in
      code.append(contentsOf: bindings[offset].literal.utf8)
    }
  }

  func text(
    _ dialect: Dialect,
    _ layout: QueryLayout,
    appendBinding: (Int, inout [UInt8]) -> Void
  ) -> String {
    var writer = FragmentWriter(dialect: dialect, layout: layout, capacity: code.count + 16)
    writer.write(code, appendBinding: appendBinding)
    return String(decoding: writer.text, as: UTF8.self)
  }
}

/// A writer that turns marks into text.
private struct FragmentWriter {
  let dialect: Dialect
  let layout: QueryLayout
  var text: [UInt8] = []
  var indentation = 0
  var bindingCount = 0

  init(dialect: Dialect, layout: QueryLayout, capacity: Int) {
    self.dialect = dialect
    self.layout = layout
    text.reserveCapacity(capacity)
  }

  mutating func write(_ code: [UInt8], appendBinding: (Int, inout [UInt8]) -> Void) {
    var index = 0
    while index < code.count {
      let byte = code[index]
      index += 1
      switch byte {
      case Mark.binding:
        appendBinding(bindingCount, &text)
        bindingCount += 1
      case Mark.identifier, Mark.table, Mark.source: writeIdentifier(code, &index, end: byte)
      case Mark.lineOrSpace, Mark.line, Mark.indent, Mark.outdent: writeLayout(byte)
      case Mark.dateText:
        let isNow = index < code.count && code[index] == Mark.dateTextEnd
        if isNow { index += 1 }
        text.append(contentsOf: dialect.dateTextStart(isNow: isNow).utf8)
      case Mark.dateTextEnd: text.append(contentsOf: dialect.dateTextEnd.utf8)
      case Mark.wrapping, Mark.scope: break
      case Mark.word: text.append(UInt8(ascii: " "))
      case Mark.call: text.append(UInt8(ascii: "("))
      case Mark.hint: index += 1
      case Mark.escape:
        if index < code.count { text.append(code[index]) }
        index += 1
      case UInt8(ascii: "\n") where layout == .multiLine: breakLine()
      default: text.append(byte)
      }
    }
  }

  private mutating func writeIdentifier(_ code: [UInt8], _ index: inout Int, end: UInt8) {
    let quote = dialect.identifierQuote
    text.append(quote)
    while index < code.count, code[index] != end {
      if code[index] == Mark.escape { index += 1 }
      if code[index] == quote { text.append(quote) }
      text.append(code[index])
      index += 1
    }
    index += 1
    text.append(quote)
  }

  private mutating func writeLayout(_ mark: UInt8) {
    guard layout == .multiLine else {
      if mark == Mark.lineOrSpace { text.append(UInt8(ascii: " ")) }
      return
    }
    switch mark {
    case Mark.indent:
      indentation += 2
      text.append(contentsOf: [UInt8](repeating: UInt8(ascii: " "), count: 2))
    case Mark.outdent: indentation -= 2
    default: breakLine()
    }
  }

  private mutating func breakLine() {
    text.append(UInt8(ascii: "\n"))
    text.append(contentsOf: [UInt8](repeating: UInt8(ascii: " "), count: indentation))
  }
}

extension QueryFragment: CustomDebugStringConvertible {
  /// The text in several lines, with its values as literals.
  public var debugDescription: String { description(layout: .multiLine) }
}

extension QueryBinding: CustomDebugStringConvertible {
  /// The value as SQL.
  public var debugDescription: String { literal }

  /// The value as SQL shows it to people: bytes that are valid text are shown as text.
  var literal: String {
    switch self {
    case .blob(let bytes): String(decoding: bytes, as: UTF8.self).quoted(by: "'")
    case .bool(let value): value ? "1" : "0"
    case .double(let value): "\(value)"
    case .date(let value): (DateText.text(for: value) ?? "<date out of range>").quoted(by: "'")
    case .int(let value): "\(value)"
    case .null: "NULL"
    case .text(let value), .dated(let value, exact: _): value.quoted(by: "'")
    case .decimal(let value, let scale):
      scale.flatMap { try? value.scaledInteger(scale: $0) }.map { "\($0)" } ?? "\(value)"
    case .uint(let value): "\(value)"
    case .uuid(let value): value.uuidString.lowercased().quoted(by: "'")
    case .invalid(let error): "<invalid: \(error)>"
    case .parameter(let number): "?\(number)"
    }
  }
}
