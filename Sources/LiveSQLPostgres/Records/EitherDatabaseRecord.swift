public import Records
import SQLiteDatabase

/// A record with callbacks on either database.
///
/// The callbacks of a record that get a `Database`, as `willSave(_:)`, get SQLite's connection, which there is none of on
/// PostgreSQL: there a record that implements one of them is not written, and the error says so. Who conforms to this protocol
/// says what is done there instead, which may be nothing.
///
/// ```swift
/// extension Item: EitherDatabaseRecord {
///   func willSave(_ db: any SQLConnection) throws {
///     if name.isEmpty { throw ItemError.noName }
///   }
/// }
/// ```
///
/// On SQLite they are not called: let a callback that gets a `Database` call the one that gets any connection. The callbacks that
/// get no connection, as `didInsert(_:)`, are called on both.
public protocol EitherDatabaseRecord: MutablePersistableRecord {
  /// Called before the record is inserted into a database that is not SQLite.
  mutating func willInsert(_ db: any SQLConnection) throws
  /// Called before the record's row is updated in a database that is not SQLite.
  func willUpdate(_ db: any SQLConnection, columns: Set<String>) throws
  /// Called before the record is inserted or updated in a database that is not SQLite.
  func willSave(_ db: any SQLConnection) throws
  /// Called before the record's row is deleted from a database that is not SQLite.
  func willDelete(_ db: any SQLConnection) throws
}

extension EitherDatabaseRecord {
  /// Does nothing.
  public mutating func willInsert(_ db: any SQLConnection) throws {}
  /// Does nothing.
  public func willUpdate(_ db: any SQLConnection, columns: Set<String>) throws {}
  /// Does nothing.
  public func willSave(_ db: any SQLConnection) throws {}
  /// Does nothing.
  public func willDelete(_ db: any SQLConnection) throws {}
}

// What is called before a record is written to PostgreSQL.

extension MutablePersistableRecord {
  func callWillSave(_ db: any SQLConnection) throws {
    if let either = self as? any EitherDatabaseRecord { return try either.willSave(db) }
    try refuse([.willSave, .aroundSave])
  }

  mutating func callWillInsert(_ db: any SQLConnection) throws {
    guard var either = self as? any EitherDatabaseRecord else {
      return try refuse([.willInsert, .aroundInsert])
    }
    try either.willInsert(db)
    if let changed = either as? Self { self = changed }
  }

  func callWillUpdate(_ db: any SQLConnection, _ columns: @autoclosure () -> Set<String>) throws {
    guard let either = self as? any EitherDatabaseRecord else {
      return try refuse([.willUpdate, .aroundUpdate])
    }
    try either.willUpdate(db, columns: columns())
  }

  func callWillDelete(_ db: any SQLConnection) throws {
    if let either = self as? any EitherDatabaseRecord { return try either.willDelete(db) }
    try refuse([.willDelete, .aroundDelete])
  }

  /// - Throws: ``PostgresRequestError`` where the type implements one of some callbacks itself.
  private func refuse(_ callbacks: [CallbackOnSQLite]) throws {
    guard let own = firstOwnCallback(of: callbacks) else { return }
    throw PostgresRequestError(
      "\(Self.self) implements '\(own.rawValue)', which gets SQLite's connection and is not called on PostgreSQL. Let it "
        + "conform to EitherDatabaseRecord, whose callbacks get a connection of either database."
    )
  }
}
