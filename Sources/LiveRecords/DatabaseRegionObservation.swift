public import DatabaseTypes
public import LiveQueries
public import Records
public import SQLiteDatabase

extension QueryInterfaceRequest: DatabaseRegionConvertible {
  /// What the request reads, with the rows of associations that it includes.
  public func databaseRegion(_ db: Database) throws -> Region { try readRegion(db) }
}

extension SQLRequest: DatabaseRegionConvertible {
  /// What the request reads.
  public func databaseRegion(_ db: Database) throws -> Region { try readRegion(db) }
}

extension AnyFetchRequest: DatabaseRegionConvertible {
  /// What the request reads, with the rows of associations that it includes.
  public func databaseRegion(_ db: Database) throws -> Region { try readRegion(db) }
}

extension NamedTable: DatabaseRegionConvertible {
  /// All columns of the table.
  public func databaseRegion(_ db: Database) throws -> Region { try all().readRegion(db) }
}

/// Tells of each transaction that touches tables and columns, whatever it does to a result.
///
/// ```swift
/// let observation = DatabaseRegionObservation(tracking: Item.all(), Place.all())
/// let cancellable = try observation.start(in: database) { db in print(try? Item.all().fetchCount(db)) }
/// ```
///
/// Only transactions of the same database object are told of, on the thread that writes, each by itself.
public struct DatabaseRegionObservation: Sendable {
  private let regions: [any DatabaseRegionConvertible]

  /// Observes what requests read, and regions.
  public init(tracking regions: any DatabaseRegionConvertible...) { self.init(tracking: regions) }

  /// Observes what requests read, and regions.
  public init(tracking regions: [any DatabaseRegionConvertible]) { self.regions = regions }

  /// Observes until the cancellable is cancelled or let go.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - onChange: Called after each commit that touches the region, with the database, which can be read and written.
  /// - Throws: ``DatabaseError`` where a request cannot be compiled.
  public func start(
    in database: any DatabaseWriter,
    onChange: @escaping @Sendable (Database) -> Void
  ) throws -> AnyDatabaseCancellable {
    let observer = try database.writeWithoutTransaction { db in
      let region = try regions.reduce(into: Region()) { region, other in
        region.formUnion(try other.databaseRegion(db))
      }
      let observer = RegionObserver(region, onChange)
      db.add(transactionObserver: observer)
      return observer
    }
    // The connection holds the observer weakly, so that letting go of it ends the observation.
    return AnyDatabaseCancellable { observer.end() }
  }

  /// Observes until the cancellable is cancelled or let go.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - onError: Called where the observation cannot begin.
  ///   - onChange: Called after each commit that touches the region, with the database, which can be read and written.
  public func start(
    in database: any DatabaseWriter,
    onError: (any Error) -> Void,
    onChange: @escaping @Sendable (Database) -> Void
  ) -> AnyDatabaseCancellable {
    do { return try start(in: database, onChange: onChange) } catch {
      onError(error)
      return AnyDatabaseCancellable {}
    }
  }
}
