import DatabaseTypes

/// A reader of comma-separated values as specified by RFC 4180, one record at a time.
///
/// Records end with CR LF, LF or CR. A quoted field may hold commas, line breaks, and doubled
/// quotes. Empty lines are skipped, unless records have a single field.
///
/// https://www.rfc-editor.org/rfc/rfc4180
struct CSVReader {
  /// A field, with the position where it begins.
  struct Field {
    var text = ""
    /// Whether the field is quoted, which distinguishes an empty text from no value.
    var isQuoted = false
    let line: Int
    let column: Int
  }

  private let stream: ByteStream
  private let delimiter: UInt8
  /// The number of fields of each record, which is that of the first one.
  private(set) var fieldCount: Int?
  private var firstLine = 1

  /// Creates a reader.
  init(_ stream: ByteStream, delimiter: UInt8) {
    self.stream = stream
    self.delimiter = delimiter
  }

  /// Returns the next record; `nil` at the end.
  ///
  /// - Throws: ``ImportError`` for misplaced quotes, for a record with another number of fields
  ///   than the first, and for bytes that are not valid UTF-8.
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
      "The record has \(plural(record.count, "field")), but the one on line \(firstLine) has \(fieldCount). "
        + "Quote fields that contain the delimiter.",
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
            "An unquoted field contains a quote. Quote the field, and double the quotes in it.",
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
          "Text follows the closing quote of a field. Double the quotes within a quoted field.",
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
