import DatabaseTypes
package import PostgreSQL
package import PostgreSQLLive
import PostgreSQLQueries
package import Records
import SQLQueries
import SQLiteDatabase
import TypedSQL

extension PostgresConnection: RecordConnection {
  package var source: any RecordSource { PostgresRecordSource(self) }

  package var target: any RecordTarget { PostgresRecordSource(self) }
}

extension PostgresSnapshotReader: RecordConnection {
  package var source: any RecordSource { PostgresRecordSource(self) }

  package var target: any RecordTarget { get throws { throw PostgresRequestError.writing } }
}

/// A PostgreSQL connection as a source for requests and records.
final class PostgresRecordSource: RecordSource {
  let connection: PostgresConnection
  /// The reader of a live query, which records what is read.
  private let reader: PostgresSnapshotReader?
  private let facts: PostgresTableFacts

  init(_ connection: PostgresConnection, _ facts: PostgresTableFacts? = nil) {
    self.connection = connection
    reader = nil
    self.facts = facts ?? .of(connection)
  }

  init(_ reader: PostgresSnapshotReader) {
    connection = reader.connection
    self.reader = reader
    facts = .of(reader.connection)
  }

  /// Returns the primary key; tables without one have no key, because there are no row numbers.
  func keyColumns(of table: String) throws -> [String] { try facts(of: table).key }

  func fastKeyColumns(of table: String) throws -> [String] { try facts(of: table).key }

  func hasUniqueKey(_ columns: [String], of table: String) throws -> Bool {
    let wanted = Set(columns.map { ByteText.foldingASCII($0) })
    return try facts(of: table).uniqueKeys.contains { key in
      Set(key.map { ByteText.foldingASCII($0) }) == wanted
    }
  }

  func selectedColumns(of table: String) throws -> [String] {
    try facts(of: table).columns.map(\.name)
  }

  func isDateOrTime(_ column: String, of table: String) throws -> Bool {
    try facts(of: table).columns.contains {
      $0.isDateOrTime && isSameIdentifier($0.name, column)
    }
  }

  func isDecimal(_ column: String, of table: String) throws -> Bool {
    try facts(of: table).columns.contains { $0.isDecimal && isSameIdentifier($0.name, column) }
  }

  func columns(of query: QueryFragment) throws -> [String] {
    try asking { try connection.columns(of: query).names }
  }

  func foreignKeys(of table: String) throws -> [ForeignKeyInfo] {
    try facts(of: table).foreignKeys
  }

  func rows(of query: QueryFragment) throws -> [Row] {
    if query.isEmpty { return [] }
    if let reader { return try reader.noting(query) { try $0.result(of: query).recordRows() } }
    return try connection.result(of: query).recordRows()
  }

  func map<Element>(_ query: QueryFragment, _ transform: (Row) throws -> Element) throws
    -> [Element]
  {
    if query.isEmpty { return [] }
    // What is decoded must not be part of what a live query's reader may undo.
    if reader != nil { return try rows(of: query).map(transform) }
    let result = try connection.result(of: query)
    let layout = RowLayout(recordColumns: result.columns)
    return try result.map { row in try transform(row.recordRow(layout)) }
  }

  func forEachRow(of query: QueryFragment, _ body: (Row) throws -> Void) throws {
    if query.isEmpty { return }
    if reader != nil { return try rows(of: query).forEach(body) }
    let layout = RowLayout(recordColumns: try connection.columns(of: query))
    try connection.forEachRow(of: query) { row throws in try body(row.recordRow(layout)) }
  }

  func changedRowCount(of query: QueryFragment) throws -> Int {
    try connection.result(of: query).affectedRowCount
  }

  func prefetchedLinks(to columns: [String], of table: String) throws -> any PrefetchedLinking {
    EqualLinks()
  }

  /// Returns the facts of the catalog about a table.
  func facts(of table: String) throws -> TableFacts {
    try asking { try facts.facts(of: table, connection) }
  }

  /// Returns the statement that writes records of a shape, made if it is new.
  func write(_ shape: WriteShape, _ make: () throws -> RecordWrite) rethrows -> RecordWrite {
    try facts.write(shape, make)
  }

  private func asking<Output>(_ body: () throws -> Output) throws -> Output {
    guard let reader else { return try body() }
    return try reader.recovering(body)
  }
}

/// Links between rows whose columns have equal values.
private struct EqualLinks: PrefetchedLinking {
  func relations(
    of keys: ArraySlice<[DatabaseValue]>,
    _ rows: [(row: Row, link: [DatabaseValue])]
  ) throws -> [[DatabaseValue]: [Row]] {
    var relations: [[DatabaseValue]: [Row]] = [:]
    for (row, link) in rows { relations[link, default: []].append(row) }
    return relations
  }
}

extension PostgresResult {
  /// Returns the rows in the form that records decode.
  borrowing func recordRows() throws -> [Row] {
    let layout = RowLayout(recordColumns: columns)
    return try map { row throws in try row.recordRow(layout) }
  }

  /// Returns the values of the first row in the form that records decode; `nil` without rows.
  ///
  /// It is faster than ``recordRows()`` for one row, since it needs no layout.
  borrowing func firstRecordValues() throws -> [DatabaseValue]? {
    try first { row throws in try row.recordValues(links: []) }
  }
}

extension PostgresRow {
  /// Returns the row in the form that records decode.
  ///
  /// - Parameter links: The columns whose values the live engine compares.
  borrowing func recordRow(_ layout: RowLayout, links: Set<Int> = []) throws -> Row {
    Row(layout: layout, values: try recordValues(links: links))
  }

  /// Returns the values in the form that records decode.
  fileprivate borrowing func recordValues(links: Set<Int>) throws -> [DatabaseValue] {
    var values: [DatabaseValue] = []
    values.reserveCapacity(count)
    for index in 0..<count {
      let isLink = !links.isEmpty && links.contains(index)
      if !isLink, let value = plainValue(at: index) {
        values.append(value)
      } else {
        let value = try value(at: index)
        values.append(isLink ? value.liveValue : value.recordValue)
      }
    }
    return values
  }
}

extension RowLayout {
  /// Creates the layout of PostgreSQL rows.
  convenience init(recordColumns columns: PostgresColumns) {
    let areTimestamps = columns.types.map(\.isDateOrTime)
    let areDecimals = columns.types.map { $0.kind == .numeric }
    self.init(
      columnNames: columns.names,
      areTimestamps: areTimestamps.contains(true) ? areTimestamps : [],
      areDecimals: areDecimals.contains(true) ? areDecimals : []
    )
  }
}
