import DatabaseTypes
import LiveEngine
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

extension _QueryDescription where Row: Sendable {
  /// Returns a query whose rows get associated rows fetched afterwards, in parts for the live
  /// engine.
  func prefetchingSelect(
    _ query: PrefetchingQuery<Row>,
    _ written: Written,
    isOfFirstRow: Bool
  ) -> PrefetchingSelect<Row, Database> {
    PrefetchingSelect(
      .rows(query.parts),
      query.prefetched.map(PrefetchedPart.init),
      isOfFirstRow: isOfFirstRow,
      canCompare: areEqual != nil,
      isSame: isSame,
      make: query.make,
      read: { db in
        guard isOfFirstRow else { return try written.fetchAll(db) { _ in } }
        return try written.fetchOne(db) { _ in }.map { [$0] } ?? []
      }
    )
  }
}

extension PrefetchedPart where Snapshot == Database {
  fileprivate init(_ query: PrefetchedQuery) {
    self.init(
      name: query.name,
      rows: .rows(query.parts),
      links: query.links,
      columns: query.columns,
      parts: query.prefetched.map(PrefetchedPart.init),
      assemble: query.assemble
    )
  }
}

extension DecodableSelect<Row, Database> {
  /// Returns a statement whose rows are not decoded and keep all their columns.
  fileprivate static func rows(_ parts: SelectParts) -> Self {
    DecodableSelect(parts, parts.statement, canCompare: true, isSame: ==) { query in
      SQLiteRowStatement(query, RowDecoding(copyingHiddenColumns: ()))
    }
  }
}
