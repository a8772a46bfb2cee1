import DatabaseTypes
import SQLite
import SQLiteDatabase

/// Inserts the rows of an input into a table, within a transaction.
struct RowImport {
  private let db: Database
  private let table: TableName
  private let options: RowImportOptions
  private var rows: any ImportedRows
  private var meter: ImportMeter
  private var createdTableSQL: String?
  /// The table's columns that can be written.
  private var columns: [String] = []
  private var insertedCount = 0
  /// The last statement, and the names that it is for.
  private var known: (names: [String]?, statement: PreparedStatement)?

  init(
    _ db: Database,
    _ source: ImportSource,
    table: TableName,
    _ options: RowImportOptions,
    _ progress: @escaping (ImportProgress) throws -> Void
  ) throws {
    self.db = db
    self.table = table
    self.options = options
    let stream = try ByteStream(source)
    switch options.format {
    case .csv(let delimiter, let hasHeader):
      rows = try CSVRows(stream, delimiter: delimiter, hasHeader: hasHeader)
    case .jsonLines: rows = JSONLineRows(stream)
    }
    meter = ImportMeter(stream, source.byteCount, progress)
  }

  mutating func run() throws -> RowImportSummary {
    let header = try rows.header()
    var sample: [ImportedRow] = []
    if try !db.tableExists(table.name, in: table.schema) { sample = try createTable(header?.names) }
    columns = try db.columns(in: table).filter { !$0.isGenerated && !$0.isHidden }.map(\.name)
    // Names are looked at also where no row follows.
    if let header, createdTableSQL == nil {
      _ = try indices(of: header.names, line: header.line, header.places)
    }
    for row in sample { try insert(row) }
    sample = []
    while let row = try rows.next() { try insert(row) }
    try meter.end()
    return RowImportSummary(rowCount: insertedCount, createdTableSQL: createdTableSQL)
  }

  /// Makes the table, and returns the rows that told what it has to be like.
  private mutating func createTable(_ header: [String]?) throws -> [ImportedRow] {
    guard options.createsTable else {
      throw DatabaseError(code: .notFound, message: "There is no table “\(table)”.")
    }
    var guess = GuessedTable(header: header ?? [])
    var sample: [ImportedRow] = []
    while sample.count < GuessedTable.sampleCount, let row = try rows.next() {
      guess.look(at: row, addsNames: options.format == .jsonLines)
      sample.append(row)
    }
    guard !guess.names.isEmpty else {
      throw ImportError(
        "There is no table “\(table)”, and the input names no column of which one could be made."
      )
    }
    let sql = guess.sql(table)
    try db.execute(sql: sql)
    createdTableSQL = sql
    isByPlace = options.format != .jsonLines
    return sample
  }

  /// Whether values go to columns by their place: the table was made of the header, in which a name may be there twice.
  private var isByPlace = false
}

extension RowImport {
  private mutating func insert(_ row: ImportedRow) throws {
    let statement = try statement(for: row)
    let before = db.totalChangesCount
    do {
      try statement.execute { parameters in
        for (index, cell) in row.cells.enumerated() {
          try parameters.bind(cell.value, at: index + 1)
        }
      }
    } catch let error as DatabaseError {
      throw ImportError(error.message, line: row.line, databaseError: error)
    }
    if db.totalChangesCount != before { insertedCount += 1 }
    try meter.didFinishOne()
  }

  private mutating func statement(for row: ImportedRow) throws -> PreparedStatement {
    let names = isByPlace ? nil : row.names
    if let known, known.names == names { return known.statement }
    let statement = try db.cachedStatement(sql: insertion(try targets(of: row, names)))
    known = (names, statement)
    return statement
  }

  /// The columns to which the values of a row go.
  private func targets(of row: ImportedRow, _ names: [String]?) throws -> [String] {
    if let names {
      return try indices(of: names, line: row.line, row.cells.map(\.column)).map { columns[$0] }
    }
    guard row.cells.count == columns.count else {
      throw ImportError(
        "The record has \(plural(row.cells.count, "field")), but the table \(plural(columns.count, "column")).",
        line: row.line
      )
    }
    return columns
  }

  /// The places of names among the table's columns.
  private func indices(of names: [String], line: Int, _ places: [Int]) throws -> [Int] {
    var indices: [Int] = []
    for (place, name) in names.enumerated() {
      guard let index = columns.firstIndex(where: { isSameIdentifier($0, name) }) else {
        throw ImportError(
          "The table “\(table)” has no column “\(name)” that can be written. It has: "
            + "\(columns.joined(separator: ", ")).",
          line: line,
          column: places[place]
        )
      }
      guard !indices.contains(index) else {
        throw ImportError("The column “\(name)” is named twice.", line: line, column: places[place])
      }
      indices.append(index)
    }
    return indices
  }

  private func insertion(_ targets: [String]) -> String {
    let conflict = options.conflict == .abort ? "" : "OR \(options.conflict.rawValue.uppercased()) "
    let place = "\(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name))"
    guard !targets.isEmpty else { return "INSERT \(conflict)INTO \(place) DEFAULT VALUES" }
    let parameters = (1...targets.count).map { "?\($0)" }.joined(separator: ",")
    let names = targets.map(quotedIdentifier).joined(separator: ",")
    return "INSERT \(conflict)INTO \(place) (\(names)) VALUES (\(parameters))"
  }
}
