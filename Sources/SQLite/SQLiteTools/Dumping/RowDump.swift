package import DatabaseTypes
import SQLiteDatabase

/// A run that writes rows in a format for other programs.
package struct RowDump {
  private let format: RowDumpFormat.Kind
  private let columns: [String]
  private let csv: CSVRowWriter
  private let json: JSONRowWriter
  private var output: DumpOutput
  private var text = ""
  private var isFirst = true

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - areJSON: Whether the texts of each column already are JSON; none by default.
  ///   - write: Receives the text in pieces.
  /// - Throws: ``DatabaseError`` with `.misuse` for a delimiter that values may contain.
  package init(
    _ format: RowDumpFormat,
    columns: [String],
    areJSON: [Bool],
    to write: @escaping ([UInt8]) throws -> Void
  ) throws {
    try self.init(format, columns: columns, areJSON: areJSON, to: DumpOutput(write))
  }

  init(
    _ format: RowDumpFormat,
    columns: [String],
    areJSON: [Bool] = [],
    to output: DumpOutput
  ) throws {
    try format.check()
    self.format = format.kind
    self.columns = columns
    self.output = output
    json = JSONRowWriter(columns: columns, areJSON: areJSON)
    if case .csv(let delimiter, _) = format.kind {
      csv = CSVRowWriter(delimiter: UInt8(truncatingIfNeeded: delimiter.value))
    } else {
      csv = CSVRowWriter()
    }
  }

  /// Writes the rows of a statement.
  ///
  /// - Parameter didWrite: Called after each row.
  mutating func run(_ statement: PreparedStatement?, didWrite: () throws -> Void = {}) throws {
    begin()
    try statement?.forEachRow { row in
      try write(row.storedValues())
      try didWrite()
    }
    try end()
  }

  /// Writes a row.
  package mutating func write(_ values: [DatabaseValue]) throws {
    add(values)
    try flush()
  }

  /// Writes what comes after the last row.
  package mutating func end() throws {
    if format == .json { text += isFirst ? "]\n" : "\n]\n" }
    try flush(all: true)
  }

  /// Writes what comes before the first row.
  package mutating func begin() {
    switch format {
    case .csv(_, let hasHeader):
      if hasHeader, !columns.isEmpty { csv.append(names: columns, to: &text) }
    case .json: text += "["
    case .jsonLines: break
    }
  }

  private mutating func add(_ values: [DatabaseValue]) {
    switch format {
    case .csv: csv.append(values, to: &text)
    case .json:
      text += isFirst ? "\n" : ",\n"
      json.append(values, to: &text)
    case .jsonLines:
      json.append(values, to: &text)
      text += "\n"
    }
    isFirst = false
  }

  private mutating func flush(all: Bool = false) throws {
    output.append(text)
    text.removeAll(keepingCapacity: true)
    try output.flush(all: all)
  }
}

/// The rows of a table or a view, as they are written for other programs.
struct DumpedTable {
  let name: TableName
  /// The columns, without computed ones of a table, which could not be imported.
  let columns: [String]
  /// The query that reads the rows, in the order of their numbers.
  let select: String
  private let place: String

  /// - Throws: ``DatabaseError`` with `.notFound` if there is no such table or view.
  init(_ name: TableName, of db: Database) throws {
    guard let info = try db.tables(in: name.schema).first(where: { $0.name == name }) else {
      throw DatabaseError(code: .notFound, message: "There is no table or view “\(name)”.")
    }
    self.name = info.name
    let all = try db.columns(in: info.name).filter { !$0.isHidden }
    // The columns of a view cannot be written anyway.
    columns = all.filter { info.kind == .view || !$0.isGenerated }.map(\.name)
    place = "\(quotedIdentifier(info.name.schema)).\(quotedIdentifier(info.name.name))"
    let rowID = info.hasRowID ? rowIDName(besides: all.map(\.name)) : nil
    select =
      "SELECT \(columns.map(quotedIdentifier).joined(separator: ", ")) FROM \(place)"
      + (rowID.map { " ORDER BY \($0)" } ?? "")
  }

  func count(_ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(place)") ?? 0
  }
}
