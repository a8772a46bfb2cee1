import DatabaseTypes
import SQLite
import SQLiteDatabase

/// An import of the rows of an input into a table, within a transaction.
struct RowImport {
  private let db: Database
  private let table: TableName
  private let options: RowImportOptions
  private var rows: any ImportedRows
  private var meter: ImportMeter
  private var createdTableSQL: String?
  /// The columns of the table that can be written.
  private var columns: [String] = []
  private var insertedCount = 0
  /// The last statement, with the column names that it inserts.
  private var lastInsertion: (names: [String]?, statement: PreparedStatement)?

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
    // Check the names even if no row follows.
    if let header, createdTableSQL == nil {
      _ = try indices(of: header.names, line: header.line, header.positions)
    }
    for row in sample { try insert(row) }
    sample = []
    while let row = try rows.next() { try insert(row) }
    try meter.end()
    return RowImportSummary(rowCount: insertedCount, createdTableSQL: createdTableSQL)
  }

  /// Creates the table, and returns the rows that determined its columns.
  private mutating func createTable(_ header: [String]?) throws -> [ImportedRow] {
    guard options.createsTable else {
      throw DatabaseError(code: .notFound, message: "There is no table “\(table)”.")
    }
    var inferred = InferredTable(header: header ?? [])
    var sample: [ImportedRow] = []
    while sample.count < InferredTable.sampleCount, let row = try rows.next() {
      inferred.observe(row, addsNames: options.format == .jsonLines)
      sample.append(row)
    }
    guard !inferred.names.isEmpty else {
      throw ImportError(
        "There is no table “\(table)”, and the input names no columns to create it with."
      )
    }
    let sql = inferred.sql(table)
    try db.execute(sql: sql)
    createdTableSQL = sql
    isByPosition = options.format != .jsonLines
    return sample
  }

  /// Whether values belong to columns by position.
  ///
  /// They do if the table was created from a header, in which a name may occur twice.
  private var isByPosition = false
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
      throw ImportError(error.explanation, line: row.line, databaseError: error)
    }
    if db.totalChangesCount != before { insertedCount += 1 }
    try meter.didFinishOne()
  }

  private mutating func statement(for row: ImportedRow) throws -> PreparedStatement {
    let names = isByPosition ? nil : row.names
    if let lastInsertion, lastInsertion.names == names { return lastInsertion.statement }
    let statement = try db.cachedStatement(sql: insertion(try targets(of: row, names)))
    lastInsertion = (names, statement)
    return statement
  }

  /// Returns the columns that get the values of a row.
  private func targets(of row: ImportedRow, _ names: [String]?) throws -> [String] {
    if let names {
      return try indices(of: names, line: row.line, row.cells.map(\.column)).map { columns[$0] }
    }
    guard row.cells.count == columns.count else {
      throw ImportError(
        "The record has \(plural(row.cells.count, "field")), but the table has \(plural(columns.count, "column")).",
        line: row.line
      )
    }
    return columns
  }

  /// Returns the indices of names among the table's columns.
  private func indices(of names: [String], line: Int, _ positions: [Int]) throws -> [Int] {
    var indices: [Int] = []
    for (place, name) in names.enumerated() {
      guard let index = columns.firstIndex(where: { isSameIdentifier($0, name) }) else {
        throw ImportError(
          "The table “\(table)” has no column “\(name)” that can be written. It has: "
            + "\(columns.joined(separator: ", ")).",
          line: line,
          column: positions[place]
        )
      }
      guard !indices.contains(index) else {
        throw ImportError(
          "The column “\(name)” is named twice.",
          line: line,
          column: positions[place]
        )
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
