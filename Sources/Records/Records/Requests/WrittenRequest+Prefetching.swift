import DatabaseTypes
import SQLiteDatabase
import SQLiteQueries
import TypedSQL

// The part of prefetching requests that live queries use.

extension _WrittenRequest {
  /// Returns the request and its prefetched associations, taken apart.
  ///
  /// It is `nil` if the request cannot be taken apart, or if nothing is prefetched.
  func prefetching<Element>(_ db: any RecordSource, _ decoding: RequestDecoding<Element>) throws
    -> PrefetchingQuery<Element>?
  {
    guard let parts, prefix.isEmpty, adapter == nil, let shape, shape.hasPrefetches,
      let prefetched = try shape.prefetchedQueries(db)
    else { return nil }
    let assemblies = assemblies
    return PrefetchingQuery(parts: parts, prefetched: prefetched) { row, groups in
      let assembly = assemblies.assembly(row.layout, columnCount: 0) { shape }
      return try decoding.fromRow(assembly.row(row.values, groups))
    }
  }
}

extension RowShape {
  /// Returns the queries of prefetched associations, in the order in which rows use them.
  ///
  /// It is `nil` if one of them cannot be taken apart.
  fileprivate func prefetchedQueries(_ db: any RecordSource) throws -> [PrefetchedQuery]? {
    var queries: [PrefetchedQuery] = []
    for prefetch in allPrefetches {
      guard let query = try prefetch.query(db) else { return nil }
      queries.append(query)
    }
    return queries
  }
}

extension RowShape.Prefetch {
  /// Returns the query for the associated rows of any owners.
  fileprivate func query(_ db: any RecordSource) throws -> PrefetchedQuery? {
    var writer = RequestWriter(_RequestContext(db))
    var links: [QueryFragment] = []
    let written = try writer.write(steps.clausesOfDestination) { root, _ in
      links = linkColumns(root)
      return RequestLink(columns: [], conditions: [])
    }
    let nested = try written.shape.map { try $0.prefetchedQueries(db) } ?? []
    guard let parts = written.parts, written.prefix.isEmpty, let nested else { return nil }
    let (shape, assemblies) = (written.shape, written.assemblies)
    return PrefetchedQuery(
      name: key,
      parts: parts,
      links: links,
      columns: columns,
      prefetched: nested
    ) { row, hiddenCount, groups in
      let count = row.count - hiddenCount
      let assembly = assemblies.assembly(row.layout, columnCount: count) {
        shape ?? RowShape(columnCount: count)
      }
      return assembly.row(row.values, groups)
    }
  }
}
