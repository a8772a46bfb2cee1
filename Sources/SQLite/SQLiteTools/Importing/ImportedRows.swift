import DatabaseTypes

/// A row of the input, whose values belong to columns by name or by position.
struct ImportedRow {
  /// A value, with its position in the input.
  struct Cell {
    let value: DatabaseValue
    let line: Int
    let column: Int
  }

  let line: Int
  /// The column names in the order of the cells; `nil` if cells are in the order of the table's
  /// columns.
  let names: [String]?
  let cells: [Cell]
}

/// The column names in the first line of an input.
struct ImportHeader {
  let names: [String]
  let line: Int
  /// The position in the line of each name.
  let positions: [Int]
}

/// An iterator over the rows of an input.
protocol ImportedRows {
  /// Returns the column names before the rows, with their positions; `nil` if the input has no
  /// header.
  mutating func header() throws -> ImportHeader?
  /// Returns the next row; `nil` at the end.
  mutating func next() throws -> ImportedRow?
}

/// The rows of a CSV input.
///
/// An empty field is NULL, and `""` is an empty text. An unquoted `x'0aff'` is a blob. All other
/// fields are text, which the column's type converts to numbers as SQLite does.
struct CSVRows: ImportedRows {
  private var reader: CSVReader
  private let hasHeader: Bool
  private var names: [String]?

  init(_ stream: ByteStream, delimiter: Unicode.Scalar, hasHeader: Bool) throws {
    guard delimiter.isASCII, !["\"", "\n", "\r"].contains(delimiter) else {
      throw ImportError(
        "The delimiter must be an ASCII character other than a quote or a line break."
      )
    }
    reader = CSVReader(stream, delimiter: UInt8(ascii: delimiter))
    self.hasHeader = hasHeader
  }

  mutating func header() throws -> ImportHeader? {
    guard hasHeader else { return nil }
    guard let record = try reader.next() else {
      throw ImportError("The input is empty. Its first line must name the columns.", line: 1)
    }
    let names = record.map(\.text)
    self.names = names
    return ImportHeader(names: names, line: record[0].line, positions: record.map(\.column))
  }

  mutating func next() throws -> ImportedRow? {
    guard let record = try reader.next() else { return nil }
    return ImportedRow(
      line: record[0].line,
      names: names,
      cells: record.map { .init(value: Self.value(of: $0), line: $0.line, column: $0.column) }
    )
  }

  private static func value(of field: CSVReader.Field) -> DatabaseValue {
    if field.isQuoted { return .text(field.text) }
    if field.text.isEmpty { return .null }
    return blob(field.text).map { .blob($0) } ?? .text(field.text)
  }

  /// Returns the bytes of `x'0aff'`.
  private static func blob(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("x'") || text.hasPrefix("X'"), text.hasSuffix("'") else { return nil }
    let digits = Array(text.utf8.dropFirst(2).dropLast())
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
      guard pair.first != "+", pair.first != "-", let byte = UInt8(pair, radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }
}

/// The rows of a JSON lines input.
///
/// Blank lines are skipped.
struct JSONLineRows: ImportedRows {
  private let stream: ByteStream

  init(_ stream: ByteStream) { self.stream = stream }

  mutating func header() -> ImportHeader? { nil }

  mutating func next() throws -> ImportedRow? {
    while try stream.peek() != nil {
      let line = stream.line
      let bytes = try readLine()
      if bytes.allSatisfy({ [0x20, 0x09, 0x0d].contains($0) }) { continue }
      var parser = JSONLineParser(bytes, line: line)
      let members = try parser.members()
      try checkNames(members, line: line)
      return ImportedRow(
        line: line,
        names: members.map(\.name),
        cells: members.map { .init(value: $0.value, line: line, column: $0.column) }
      )
    }
    return nil
  }

  private func readLine() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = try stream.next(), byte != 0x0a { bytes.append(byte) }
    return bytes
  }

  private func checkNames(_ members: [JSONLineParser.Member], line: Int) throws {
    var seen: Set<TableName> = []
    // Column names are compared like table names.
    for member in members where !seen.insert(TableName(member.name)).inserted {
      throw ImportError(
        "The object has two members with this name.",
        line: line,
        column: member.column
      )
    }
  }
}
