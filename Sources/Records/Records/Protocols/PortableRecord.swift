import DatabaseTypes
public import SQLQueries

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

/// A connection of another database than SQLite to which records are written.
///
/// The callbacks of portable records receive it; there are none around a write.
package protocol PortableRecordTarget: RecordTarget {
  /// The connection that callbacks receive.
  var portableConnection: any SQLConnection { get }

  /// Returns the error for a record that implements a callback which only SQLite calls.
  func unsupported(_ callback: CallbackOnSQLite, of record: Any.Type) -> any Error
}

extension PortableRecordTarget {
  package func knownCallbacks<Record: TableRecord>(of type: Record.Type) -> KnownCallbacks? { nil }

  package func willSave(_ record: some MutablePersistableRecord) throws {
    if let portable = record as? any PortableRecord {
      return try portable.willSave(portableConnection)
    }
    try refuse([.willSave, .aroundSave], of: record)
  }

  package func aroundSave(
    _ record: some MutablePersistableRecord,
    save: () throws -> PersistenceSuccess
  ) throws { _ = try save() }

  package func willInsert<Record: MutablePersistableRecord>(_ record: inout Record) throws {
    guard var portable = record as? any PortableRecord else {
      return try refuse([.willInsert, .aroundInsert], of: record)
    }
    try portable.willInsert(portableConnection)
    if let changed = portable as? Record { record = changed }
  }

  package func aroundInsert(
    _ record: some MutablePersistableRecord,
    insert: () throws -> InsertionSuccess
  ) throws { _ = try insert() }

  package func willUpdate(
    _ record: some MutablePersistableRecord,
    columns: Set<String>
  ) throws {
    guard let portable = record as? any PortableRecord else {
      return try refuse([.willUpdate, .aroundUpdate], of: record)
    }
    try portable.willUpdate(portableConnection, columns: columns)
  }

  package func aroundUpdate(
    _ record: some MutablePersistableRecord,
    columns: Set<String>,
    update: () throws -> PersistenceSuccess
  ) throws { _ = try update() }

  package func willDelete(_ record: some MutablePersistableRecord) throws {
    if let portable = record as? any PortableRecord {
      return try portable.willDelete(portableConnection)
    }
    try refuse([.willDelete, .aroundDelete], of: record)
  }

  package func aroundDelete(
    _ record: some MutablePersistableRecord,
    delete: () throws -> Bool
  ) throws { _ = try delete() }

  package func needsColumns(_ record: some MutablePersistableRecord) -> Bool {
    record is any PortableRecord
  }

  /// Throws if the type of a record implements one of the callbacks itself.
  private func refuse(
    _ callbacks: [CallbackOnSQLite],
    of record: some MutablePersistableRecord
  ) throws {
    guard let own = record.firstCustomCallback(of: callbacks) else { return }
    throw unsupported(own, of: type(of: record))
  }

  package func comparing<Result>(_ body: () throws -> Result) rethrows -> Result {
    try StoredForm.use(.complete, body)
  }
}

extension MutablePersistableRecord {
  /// Whether records may have callbacks that are called before they are written to databases other
  /// than SQLite.
  ///
  /// A subclass may have them without its superclass.
  package static var mayHaveCallbacksBefore: Bool {
    Self.self is any PortableRecord.Type || Self.self is AnyObject.Type
  }
}

/// The former name of ``PortableRecord``.
@available(*, deprecated, renamed: "PortableRecord")
public typealias EitherDatabaseRecord = PortableRecord
