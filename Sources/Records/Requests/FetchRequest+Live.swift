package import DatabaseTypes
package import SQLiteDatabase
package import TypedSQL

// What live queries ask of requests.

extension FetchRequest {
  /// The SQL, where it can be written without a connection: equal ones are the same request.
  package var statementWithoutSchema: QueryFragment? {
    guard let written = try? _written(_RequestContext(nil)), written.canBePlanned else {
      return nil
    }
    return written.query
  }

  /// The tables and columns that it reads.
  package func readRegion(_ db: Database) throws -> Region { try written(db).readRegion(db) }
}

extension _WrittenRequest {
  /// All elements of the result.
  package func elements<Element>(
    _ db: Database,
    _ decoding: RequestDecoding<Element>
  ) throws -> [Element] { try fetchAll(db, decoding) }

  /// The first element of the result.
  package func firstElement<Element>(
    _ db: Database,
    _ decoding: RequestDecoding<Element>
  ) throws -> Element? { try fetchOne(db, decoding) }

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
