package import DatabaseTypes
package import SQLiteDatabase
import SQLiteQueries
package import TypedSQL

// The part of requests that live queries use.

extension FetchRequest {
  /// The identity of the request and its statement, with placeholder words for schema-dependent
  /// parts.
  ///
  /// Requests with equal identities are the same, on any connection. It is `nil` if a record cannot
  /// be encoded.
  package var symbolic: (identity: QueryFragment, statement: QueryFragment)? {
    guard let written = try? _written(.symbolic), let identity = try? written.identity() else {
      return nil
    }
    return (identity, written.query)
  }

  /// Returns the tables and columns that the request reads.
  package func readRegion(_ db: Database) throws -> Region { try written(db).readRegion(db) }
}

extension _WrittenRequest {
  /// Returns the statement, the shape of its rows, and the statements of prefetched associations.
  fileprivate func identity() throws -> QueryFragment {
    // Adapters cannot be compared.
    if adapter != nil { throw NeedsDatabase() }
    guard let shape else { return query }
    var identity = query
    identity.append(" -- \(quote: shape.description)")
    for prefetch in shape.allPrefetches {
      var writer = RequestWriter(.symbolic)
      identity.append(" \(try writer.write(prefetch.steps.clausesOfDestination).identity())")
    }
    return identity
  }

  /// Returns the tables and columns that the request reads, including prefetched associations.
  fileprivate func readRegion(_ db: Database) throws -> Region {
    let query = query
    guard !query.isEmpty else { return Region() }
    var region = try db.region(of: query)
    for prefetch in shape?.allPrefetches ?? [] {
      var writer = RequestWriter(_RequestContext(db))
      region.formUnion(try writer.write(prefetch.steps.clausesOfDestination).readRegion(db))
    }
    return region
  }
}
