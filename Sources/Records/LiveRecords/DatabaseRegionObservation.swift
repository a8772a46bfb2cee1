public import DatabaseTypes
public import LiveQueries
public import Records
public import SQLiteDatabase

extension QueryInterfaceRequest: DatabaseRegionConvertible {
  /// Returns what the request reads, including the rows of included associations.
  public func databaseRegion(_ db: Database) throws -> Region { try readRegion(db) }
}

extension SQLRequest: DatabaseRegionConvertible {
  /// Returns what the request reads.
  public func databaseRegion(_ db: Database) throws -> Region { try readRegion(db) }
}

extension AnyFetchRequest: DatabaseRegionConvertible {
  /// Returns what the request reads, including the rows of included associations.
  public func databaseRegion(_ db: Database) throws -> Region { try readRegion(db) }
}

extension NamedTable: DatabaseRegionConvertible {
  /// Returns all columns of the table.
  public func databaseRegion(_ db: Database) throws -> Region { try all().readRegion(db) }
}

/// An observation of every transaction that touches tables and columns, even if no result changes.
///
/// ```swift
/// let observation = DatabaseRegionObservation(tracking: Item.all(), Place.all())
/// let cancellable = try observation.start(in: database) { db in
///   print(try? Item.all().fetchCount(db))
/// }
/// ```
///
/// It reports only transactions of the same database object, one at a time, on the thread that
/// commits.
public struct DatabaseRegionObservation: Sendable {
  private let regions: [any DatabaseRegionConvertible]

  /// Creates an observation of regions and of what requests read.
  public init(tracking regions: any DatabaseRegionConvertible...) { self.init(tracking: regions) }

  /// Creates an observation of regions and of what requests read.
  public init(tracking regions: [any DatabaseRegionConvertible]) { self.regions = regions }

  /// Observes until the cancellable is cancelled or released.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - onChange: Called after each commit that touches the region, with the database, which it
  ///     may read and write.
  /// - Throws: ``DatabaseError`` if a request cannot be compiled.
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
    // The connection holds the observer weakly, so releasing it ends the observation.
    return AnyDatabaseCancellable { observer.end() }
  }

  /// Observes until the cancellable is cancelled or released.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - onError: Called if the observation cannot begin.
  ///   - onChange: Called after each commit that touches the region, with the database, which it
  ///     may read and write.
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

extension DatabaseRegionObservation {
  /// Creates an observation of a region: `DatabaseRegionObservation(tracking: .fullDatabase)`.
  public init(tracking region: Region) { self.init(tracking: [region]) }
}
