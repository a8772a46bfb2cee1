package import DatabaseTypes
import DynamicColumns
package import SQLiteDatabase
import SQLiteQueries
import TypedSQL

/// A decoding of an element from a row: from the current row of a statement, or from an assembled
/// row.
///
/// `@unchecked Sendable`: 1. the closures capture only types.
package struct RequestDecoding<Element>: @unchecked Sendable {
  let fromStatement: (PreparedStatement) throws -> Element
  let fromRow: (Row) throws -> Element
  /// Returns a closure like `fromRow`, which is faster for many rows of one result.
  ///
  /// It must be used by one thread.
  let fromRows: () -> (Row) throws -> Element
}

extension RequestDecoding {
  /// Returns a decoding of records.
  package static func records() -> RequestDecoding<Element> where Element: FetchableRecord {
    RequestDecoding(
      fromStatement: { try RecordReading<Element>.of($0).record($0) },
      fromRow: { try Element(row: $0) },
      fromRows: {
        let reading = CopiedRecordReading<Element>()
        return { row in try reading.record(row) }
      }
    )
  }

  /// Returns a decoding that keeps rows as they are.
  package static func rows() -> RequestDecoding<Row> where Element == Row {
    RequestDecoding<Row>(fromStatement: { try $0.copyRow() }, fromRow: { $0 }) { { $0 } }
  }

  /// Returns a decoding of the first column.
  package static func values() -> RequestDecoding<Element> where Element: DatabaseValueConvertible {
    RequestDecoding(
      fromStatement: { try $0.value(Element.self) },
      fromRow: { try $0.decode(Element.self, at: 0) },
      fromRows: { { try $0.decode(Element.self, at: 0) } }
    )
  }
}

extension _WrittenRequest {
  /// Fetches all elements of the result.
  func fetchAll<Element>(_ db: Database, _ decoding: RequestDecoding<Element>) throws -> [Element] {
    guard !isPlain else {
      guard let statement = try db.statement(binding: query) else { return [] }
      return try statement.allRows(decoding.fromStatement)
    }
    let decode = decoding.fromRows()
    return try fetchRows(db).map { try decode($0.row) }
  }

  /// Fetches all elements of the result from any database.
  func fetchAll<Element>(
    _ source: any RecordSource,
    _ decoding: RequestDecoding<Element>
  ) throws -> [Element] {
    let decode = decoding.fromRows()
    if isPlain { return try source.map(query, decode) }
    return try fetchRows(source).map { try decode($0.row) }
  }

  /// Fetches the first element of the result.
  func fetchOne<Element>(_ db: Database, _ decoding: RequestDecoding<Element>) throws -> Element? {
    let limited = limitedToOne
    guard !isPlain else {
      guard let statement = try db.statement(binding: limited.query) else { return nil }
      return try statement.firstRow(decoding.fromStatement)
    }
    return try limited.fetchRows(db).first.map { try decoding.fromRow($0.row) }
  }

  /// Returns a cursor over the elements of the result.
  func fetchCursor<Element>(
    _ db: Database,
    _ decoding: RequestDecoding<Element>
  ) throws -> DatabaseCursor<Element> {
    let statement = try db.statement(binding: query)
    if isPlain { return try DatabaseCursor(bound: statement, element: decoding.fromStatement) }
    if shape?.hasPrefetches == true { throw RequestError.cursorOfPrefetchedRows }
    return try DatabaseCursor(bound: statement) { statement in
      try decoding.fromRow(assembledRow(statement))
    }
  }

  /// Fetches the rows of the result with their related rows, and the values that link them to
  /// owners.
  package func fetchRows(_ db: any RecordSource) throws -> [(row: Row, link: [DatabaseValue])] {
    if adapter != nil, let db = db as? Database {
      return try db.statement(binding: query).map(adaptedRows) ?? []
    }
    let rows = try db.rows(of: query)
    if adapter != nil { return try rows.map { (try assembled($0, hiddenCount: 0), []) } }
    guard let layout = rows.first?.layout else { return [] }
    let links = rows.map { row in
      linkPlaces.map { $0.map { row.values[$0] } } ?? Array(row.values.suffix(linkCount))
    }
    if shape == nil, linkCount == 0 { return Array(zip(rows, links)) }
    let shape = shape ?? RowShape(columnCount: layout.columnNames.count - linkCount)
    let relations = try shape.allPrefetches.map { try $0.fetch(db, for: rows) }
    let assembly = RowAssembly(shape, layout)
    return zip(rows, links).map { (assembly.row($0.values, relations), $1) }
  }

  /// Returns all rows, as the adapter presents them.
  private func adaptedRows(
    _ statement: PreparedStatement
  ) throws -> [(row: Row, link: [DatabaseValue])] {
    // Report an adapter that does not fit even if the result has no rows.
    _ = try adapter.map { try assemblies.adaptation(statement.layout, $0) }
    return try statement.allRows { (try assembledRow($0), []) }
  }

  /// Decodes an element from the current row of a statement.
  package func element<Element>(
    _ statement: PreparedStatement,
    _ decoding: RequestDecoding<Element>
  ) throws -> Element {
    if isPlain { return try decoding.fromStatement(statement) }
    return try decoding.fromRow(assembledRow(statement))
  }
}

extension RowShape.Prefetch {
  /// Fetches the prefetched rows that belong to others.
  fileprivate func fetch(_ db: any RecordSource, for rows: [Row]) throws -> FetchedRelations {
    var keys: [[DatabaseValue]] = []
    var known: Set<[DatabaseValue]> = []
    for row in rows {
      let key = Array(row.values[columns])
      // NULL refers to no row.
      if !key.contains(.null), known.insert(key).inserted { keys.append(key) }
    }
    var relations: FetchedRelations = [:]
    if keys.isEmpty { return relations }
    let links = try db.prefetchedLinks(
      to: pairs.map(\.destination),
      of: steps[0].clauses.table.name
    )
    // One column takes any number of values, but of several columns each value is a parameter, of
    // which libpq allows 7,498; the request itself may have others.
    let limit = pairs.count == 1 ? keys.count : min(500, 7_000 / max(pairs.count, 1))
    let size = max(limit, 1)
    for start in stride(from: 0, to: keys.count, by: size) {
      let chunk = keys[start..<min(start + size, keys.count)]
      var writer = RequestWriter(_RequestContext(db))
      let written = try writer.write(steps.clausesOfDestination) { root, _ in
        link(root, Array(chunk))
      }
      let part = try links.relations(of: chunk, written.fetchRows(db))
      relations.merge(part) { $0 + $1 }
    }
    return relations
  }

  /// Returns the condition that finds the rows that belong to some keys.
  private func link(_ root: RequestNode, _ keys: [[DatabaseValue]]) -> RequestLink {
    let columns = linkColumns(root)
    return RequestLink(columns: columns, conditions: [.membership(columns, keys)])
  }

  /// Returns the columns by which the rows are found.
  func linkColumns(_ root: RequestNode) -> [QueryFragment] {
    var node = root
    for _ in steps.dropFirst() { node = node.joined.last?.node ?? node }
    return pairs.map { QueryFragment(column: $0.destination, of: node.name) }
  }
}

extension QueryFragment {
  /// Returns the condition that columns have one of several values.
  static func membership(_ columns: [QueryFragment], _ values: [[DatabaseValue]]) -> QueryFragment {
    if columns.count == 1 {
      return .membership(of: columns[0], in: values.map { "\(QueryBinding($0[0]))" })
    }
    let tuples = values.map { tuple in
      let values = tuple.map { "\(QueryBinding($0))" as QueryFragment }
      return "(\(QueryFragment(list: values)))" as QueryFragment
    }
    var condition: QueryFragment = "(\(QueryFragment(list: columns)))"
    condition.append(sql: SQLOperator.in.sql)
    condition.append("(VALUES \(QueryFragment(list: tuples)))")
    return condition
  }
}
