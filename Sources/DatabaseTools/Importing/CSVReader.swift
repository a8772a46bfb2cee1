import DatabaseTypes

/// Reads comma-separated values by RFC 4180, record by record.
///
/// Records end with CR LF, LF or CR. A field in quotes may hold commas, ends of lines, and quotes that are written twice.
/// Lines with nothing in them are passed over, except where records have one field.
///
/// https://www.rfc-editor.org/rfc/rfc4180
struct CSVReader {
  /// A field, and where it begins.
  struct Field {
    var text = ""
    /// Whether it stood in quotes, which tells an empty text from nothing.
    var isQuoted = false
    let line: Int
    let column: Int
  }

  private let stream: ByteStream
  private let delimiter: UInt8
  /// How many fields each record has; that of the first one.
  private(set) var fieldCount: Int?
  private var firstLine = 1

  /// Makes a reader.
  init(_ stream: ByteStream, delimiter: UInt8) {
    self.stream = stream
    self.delimiter = delimiter
  }

  /// The next record; `nil` at the end.
  ///
  /// - Throws: ``ImportError`` for quotes that are not as they should be, for a record with another number of fields than
  ///   the first, and for bytes that are no UTF-8.
  mutating func next() throws -> [Field]? {
    while try stream.peek() != nil {
      let record = try readRecord()
      let isBlank = record.count == 1 && record[0].text.isEmpty && !record[0].isQuoted
      if isBlank, fieldCount != 1 { continue }
      try check(record)
      return record
    }
    return nil
  }

  private mutating func check(_ record: [Field]) throws {
    guard let fieldCount else {
      fieldCount = record.count
      firstLine = record[0].line
      return
    }
    guard record.count != fieldCount else { return }
    let place = record.count > fieldCount ? record[fieldCount] : record[record.count - 1]
    throw ImportError(
      "The record has \(plural(record.count, "field")), but that of line \(firstLine) has \(fieldCount). "
        + "Put a field that holds the delimiter in quotes.",
      line: record[0].line,
      column: place.line == record[0].line ? place.column : nil
    )
  }

  private func readRecord() throws -> [Field] {
    var record: [Field] = []
    while true {
      record.append(try readField())
      guard let byte = try stream.next() else { return record }
      if byte == delimiter { continue }
      if byte == 0x0d {
        if try stream.peek() == 0x0a { _ = try stream.next() } else { stream.endLine() }
      }
      return record
    }
  }

  private func readField() throws -> Field {
    var field = Field(line: stream.line, column: stream.column)
    var bytes: [UInt8] = []
    if try stream.peek() == quote {
      field.isQuoted = true
      bytes = try readQuoted(field)
    } else {
      while let byte = try stream.peek(), !isEnd(byte) {
        guard byte != quote else {
          throw ImportError(
            "There is a quote in a field that does not begin with one. Put the field in quotes, and write the quote "
              + "twice.",
            line: stream.line,
            column: stream.column
          )
        }
        bytes.append(byte)
        _ = try stream.next()
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ImportError(
        "The field is not valid UTF-8. Convert the input to UTF-8.",
        line: field.line,
        column: field.column
      )
    }
    field.text = text
    return field
  }

  private func readQuoted(_ field: Field) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try stream.next()
    while let byte = try stream.next() {
      guard byte == quote else {
        bytes.append(byte)
        continue
      }
      guard let following = try stream.peek(), !isEnd(following) else { return bytes }
      guard following == quote else {
        throw ImportError(
          "There is text after the closing quote of a field. Write a quote within quotes twice.",
          line: stream.line,
          column: stream.column
        )
      }
      bytes.append(quote)
      _ = try stream.next()
    }
    throw ImportError(
      "The input ends within the quotes that begin here.",
      line: field.line,
      column: field.column
    )
  }

  private func isEnd(_ byte: UInt8) -> Bool { byte == delimiter || byte == 0x0a || byte == 0x0d }
}

private let quote = UInt8(ascii: "\"")
