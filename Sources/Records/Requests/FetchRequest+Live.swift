import DatabaseQueries
package import DatabaseTypes
package import SQLiteDatabase
package import TypedSQL

// What live queries ask of requests.

extension FetchRequest {
  /// What tells the request from others, and its statement, where words stand for what only the schema tells.
  ///
  /// Equal ones are the same request, on whatever connection. `nil` where a record cannot be encoded.
  package var symbolic: (identity: QueryFragment, statement: QueryFragment)? {
    guard let written = try? _written(.symbolic), let identity = try? written.identity() else {
      return nil
    }
    return (identity, written.query)
  }

  /// The tables and columns that it reads.
  package func readRegion(_ db: Database) throws -> Region { try written(db).readRegion(db) }
}

extension _WrittenRequest {
  /// The statement, the shape of its rows, and the statements of what is fetched afterwards.
  fileprivate func identity() throws -> QueryFragment {
    // An adapter cannot be told from another one.
    if adapter != nil { throw NeedsDatabase() }
    guard let shape else { return query }
    var identity = query
    identity.append(" -- \(quote: shape.description)")
    for prefetch in shape.allPrefetches {
      var writer = RequestWriter(.symbolic)
      identity.append(" \(try writer.write(prefetch.steps.destinationFirst).identity())")
    }
    return identity
  }

  /// The tables and columns that it reads, and those of what is fetched afterwards.
  fileprivate func readRegion(_ db: Database) throws -> Region {
    let query = query
    guard !query.isEmpty else { return Region() }
    var region = try db.region(of: query)
    for prefetch in shape?.allPrefetches ?? [] {
      var writer = RequestWriter(_RequestContext(db))
      region.formUnion(try writer.write(prefetch.steps.destinationFirst).readRegion(db))
    }
    return region
  }
}
