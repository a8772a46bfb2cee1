import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries
import PostgreSQL
import PostgreSQLLive
import Records
import SQLSyntax
import SQLiteQueries
import TypedSQL

/// A request for records on PostgreSQL, which the live engine analyses.
///
/// `@unchecked Sendable`: 1. the closure that compares captures only types; 2. everything else is
/// `Sendable`.
struct PostgresRecordQuery<Row: Sendable>: @unchecked Sendable {
  private typealias Written = _QueryDescription<Row>.WrittenForOtherDatabase

  private let query: _QueryDescription<Row>
  private let write: @Sendable (AnyObject) throws -> Written
  private let compare: ((Row, Row) -> Bool)?

  /// Creates a request from the description of a query.
  ///
  /// - Throws: ``PostgresRequestError`` for a query that is written only for SQLite.
  init(_ query: _QueryDescription<Row>) throws {
    guard let write = query.writeForOtherDatabase else {
      throw PostgresRequestError.unwritten(Row.self)
    }
    (self.query, self.write, compare) = (query, write, query.areEqual)
  }

  private var isSame: @Sendable (Row, Row) -> Bool {
    guard compare != nil else { return { _, _ in false } }
    return { self.compare?($0, $1) ?? false }
  }
}

extension PostgresRecordQuery {
  /// A request for all records.
  var all: LiveRequest<[Row], PostgresSnapshotReader> {
    let isSame = isSame
    return LiveRequest(
      identity: identity(as: [Row].self),
      region: nil,
      read: { LiveReading(value: try readAll($0)) },
      isSame: { old, new in
        old.value.count == new.value.count && zip(old.value, new.value).allSatisfy(isSame)
      },
      difference: { ResultDifference.between($0, $1, isSame: isSame) },
      maintenance: RenderedMaintenance { db in
        let written = try write(PostgresRecordSource(db))
        if let prefetching = written.prefetching {
          return PrefetchingMaintenance(select(prefetching, isOfFirstRow: false))
        }
        return select(written).map { RowsMaintenance($0) }
      } reading: {
        try readAll($0)
      },
      reason: .subquery,
      text: text
    )
  }

  /// Returns a request for the first record.
  ///
  /// - Parameter convert: A closure that converts the record; it receives `nil` if there is no
  ///   record.
  func one<Value: Sendable>(
    convert: @escaping @Sendable (Row?) throws -> Value
  ) -> LiveRequest<Value, PostgresSnapshotReader> {
    LiveRequest(
      identity: identity(as: Value.self),
      region: nil,
      read: { LiveReading(value: try convert(readFirst($0))) },
      isSame: { areEqual($0.value, $1.value) },
      maintenance: RenderedMaintenance { db in
        let written = try write(PostgresRecordSource(db))
        if let prefetching = written.prefetching {
          let base = PrefetchingMaintenance(select(prefetching, isOfFirstRow: true))
          return FirstElementMaintenance(base, convert: convert)
        }
        return select(written).map { FirstRowMaintenance($0, convert: convert) }
      } reading: {
        try convert(readFirst($0))
      },
      reason: .subquery,
      text: text
    )
  }

  private func readAll(_ db: PostgresSnapshotReader) throws -> [Row] {
    let source = PostgresRecordSource(db)
    return try write(source).fetchAll(source)
  }

  private func readFirst(_ db: PostgresSnapshotReader) throws -> Row? {
    let source = PostgresRecordSource(db)
    return try write(source).fetchFirst(source)
  }

  private var text: @Sendable () -> String {
    { query.statement?.render(for: .postgres).sql ?? "A request for \(Row.self)" }
  }

  private func identity(as value: Any.Type) -> LiveIdentity? {
    query.identity.map { identity in
      LiveIdentity(
        RecordIdentity(query: identity, shape: query.shape, value: ObjectIdentifier(value))
      )
    }
  }
}

// MARK: - Plans

extension PostgresRecordQuery {
  private func select(_ written: Written) -> DecodableSelect<Row, PostgresSnapshotReader>? {
    let canBeRead = written.parts == nil && written.canBeParsed
    let read = canBeRead ? SelectParts.reading(written.query, as: .postgres) : written.parts
    guard let parts = read else { return nil }
    let make = written.make
    return DecodableSelect(
      parts,
      written.query,
      readFrom: written.parts == nil ? written.query : nil,
      canCompare: compare != nil,
      isSame: isSame
    ) { query in
      PostgresRowStatement(query) { columns, hiddenCount in
        let layout = RowLayout(recordColumns: columns)
        return { row throws in try make(row.recordRow(layout), hiddenCount) }
      }
    }
  }

  private func select(
    _ prefetching: PrefetchingQuery<Row>,
    isOfFirstRow: Bool
  ) -> PrefetchingSelect<Row, PostgresSnapshotReader> {
    PrefetchingSelect(
      .rows(prefetching.parts, prefetching.prefetched),
      prefetching.prefetched.map { PrefetchedPart($0) },
      isOfFirstRow: isOfFirstRow,
      canCompare: compare != nil,
      isSame: isSame,
      make: prefetching.make,
      read: { db in isOfFirstRow ? try readFirst(db).map { [$0] } ?? [] : try readAll(db) }
    )
  }
}

extension PrefetchedPart where Snapshot == PostgresSnapshotReader {
  fileprivate init(_ query: PrefetchedQuery) {
    self.init(
      name: query.name,
      rows: .rows(query.parts, query.prefetched),
      links: query.links,
      columns: query.columns,
      parts: query.prefetched.map { PrefetchedPart($0) },
      assemble: query.assemble
    )
  }
}

extension DecodableSelect<DatabaseTypes.Row, PostgresSnapshotReader> {
  /// Returns a statement whose link columns are decoded in the form that the engine compares.
  fileprivate static func rows(_ parts: SelectParts, _ prefetched: [PrefetchedQuery]) -> Self {
    let links = Set(prefetched.flatMap { Array($0.columns) })
    return DecodableSelect(parts, parts.statement, canCompare: true, isSame: ==) { query in
      PostgresRowStatement(query) { columns, _ in
        let layout = RowLayout(recordColumns: columns)
        return { row throws in try row.recordRow(layout, links: links) }
      }
    }
  }
}

/// The identity of a request: its query, and the type of its decoded rows.
private struct RecordIdentity: Hashable, Sendable {
  let query: QueryFragment
  let shape: ObjectIdentifier
  let value: ObjectIdentifier
}
