public import Records
public import SQLQueries
import SQLiteDatabase

/// A record with callbacks for either database.
///
/// The callbacks of a record that receive a `Database`, such as `willSave(_:)`, receive SQLite's
/// connection, which does not exist on PostgreSQL. A record that implements one of them cannot be
/// written there, and an error says so. A type that conforms to this protocol defines what to do
/// there instead, which may be nothing.
///
/// ```swift
/// extension Item: PortableRecord {
///   func willSave(_ db: any SQLConnection) throws {
///     if name.isEmpty { throw ItemError.noName }
///   }
/// }
/// ```
///
/// These callbacks are not called on SQLite: let a callback that receives a `Database` call the one
/// that receives any connection. Callbacks without a connection, such as `didInsert(_:)`, are
/// called on both databases.
public protocol PortableRecord: MutablePersistableRecord {
  /// Called before the record is inserted into a database other than SQLite.
  mutating func willInsert(_ db: any SQLConnection) throws
  /// Called before the record's row is updated in a database other than SQLite.
  func willUpdate(_ db: any SQLConnection, columns: Set<String>) throws
  /// Called before the record is inserted or updated in a database other than SQLite.
  func willSave(_ db: any SQLConnection) throws
  /// Called before the record's row is deleted from a database other than SQLite.
  func willDelete(_ db: any SQLConnection) throws
}

extension PortableRecord {
  /// Does nothing.
  public mutating func willInsert(_ db: any SQLConnection) throws {}
  /// Does nothing.
  public func willUpdate(_ db: any SQLConnection, columns: Set<String>) throws {}
  /// Does nothing.
  public func willSave(_ db: any SQLConnection) throws {}
  /// Does nothing.
  public func willDelete(_ db: any SQLConnection) throws {}
}

// The callbacks before a record is written to PostgreSQL.

extension MutablePersistableRecord {
  /// Whether records may have callbacks that are called before they are written.
  ///
  /// A subclass may have them without its superclass.
  static var mayHaveCallbacksBefore: Bool {
    Self.self is any PortableRecord.Type || Self.self is AnyObject.Type
  }

  func callWillSave(_ db: any SQLConnection) throws {
    if let either = self as? any PortableRecord { return try either.willSave(db) }
    try refuse([.willSave, .aroundSave])
  }

  mutating func callWillInsert(_ db: any SQLConnection) throws {
    guard var either = self as? any PortableRecord else {
      return try refuse([.willInsert, .aroundInsert])
    }
    try either.willInsert(db)
    if let changed = either as? Self { self = changed }
  }

  func callWillUpdate(_ db: any SQLConnection, _ columns: @autoclosure () -> Set<String>) throws {
    guard let either = self as? any PortableRecord else {
      return try refuse([.willUpdate, .aroundUpdate])
    }
    try either.willUpdate(db, columns: columns())
  }

  func callWillDelete(_ db: any SQLConnection) throws {
    if let either = self as? any PortableRecord { return try either.willDelete(db) }
    try refuse([.willDelete, .aroundDelete])
  }

  /// Throws if the type implements one of the callbacks itself.
  ///
  /// - Throws: ``PostgresRequestError``.
  private func refuse(_ callbacks: [CallbackOnSQLite]) throws {
    guard let own = firstCustomCallback(of: callbacks) else { return }
    throw PostgresRequestError(
      "\(Self.self) implements '\(own.rawValue)', which receives SQLite's connection and is not called on "
        + "PostgreSQL. Conform it to PortableRecord, whose callbacks receive a connection of either database."
    )
  }
}

/// The former name of ``PortableRecord``.
@available(*, deprecated, renamed: "PortableRecord")
public typealias EitherDatabaseRecord = PortableRecord
