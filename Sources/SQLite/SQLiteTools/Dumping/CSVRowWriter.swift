package import DatabaseTypes

/// A writer of rows as comma-separated values, https://www.rfc-editor.org/rfc/rfc4180.
///
/// NULL is an empty field, and an empty text is `""`. A blob is an SQL literal, `x'0aff'`. Text is
/// not changed, including control characters.
package struct CSVRowWriter: Sendable {
  private let delimiter: UInt8

  /// Creates a writer.
  ///
  /// - Parameter delimiter: The character between fields, which occurs in no number or blob.
  package init(delimiter: UInt8 = UInt8(ascii: ",")) { self.delimiter = delimiter }

  /// Appends a line with the names of columns.
  package func append(names: [String], to text: inout String) {
    append(line: names.map { field($0) }, to: &text)
  }

  /// Appends a line with the values of a row.
  package func append(_ values: [DatabaseValue], to text: inout String) {
    append(line: values.map { field(of: $0) }, to: &text)
  }

  private func append(line fields: [String], to text: inout String) {
    text += fields.joined(separator: String(UnicodeScalar(delimiter)))
    text += "\r\n"
  }

  private func field(of value: DatabaseValue) -> String {
    switch value {
    case .null: ""
    case .integer(let integer): "\(integer)"
    case .real(let real): realText(real)
    case .text(let text): field(text)
    case .blob: value.sqlLiteral
    }
  }

  private func field(_ text: String) -> String {
    guard needsQuotes(text) else { return text }
    // By bytes: a quote with a combining accent is one `Character`, but still a quote to readers.
    var field: [UInt8] = [Self.quote]
    for byte in text.utf8 {
      if byte == Self.quote { field.append(byte) }
      field.append(byte)
    }
    field.append(Self.quote)
    return String(decoding: field, as: UTF8.self)
  }

  private func needsQuotes(_ text: String) -> Bool {
    let bytes = text.utf8
    // Some readers trim spaces at the ends of unquoted fields.
    if bytes.isEmpty || bytes.first == 0x20 || bytes.last == 0x20 { return true }
    // Without quotes, it would be read as a blob.
    if bytes.starts(with: "x'".utf8) || bytes.starts(with: "X'".utf8) { return true }
    return bytes.contains { $0 == delimiter || $0 == Self.quote || $0 == 0x0A || $0 == 0x0D }
  }

  private static let quote = UInt8(ascii: "\"")
}
