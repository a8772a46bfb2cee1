public import SQLiteDatabase

/// A type whose instances insert, update and delete themselves.
///
/// ```swift
/// struct Item: Codable, FetchableRecord, MutablePersistableRecord {
///   var id: Int64?
///   var name: String
///
///   mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
/// }
///
/// var item = Item(name: "Bread")
/// try database.write { db in try item.insert(db) }
/// // INSERT INTO "item" ("id", "name") VALUES (?, ?)
/// ```
///
/// Callbacks are nested as follows: `willSave`, and within `aroundSave`: `willInsert`, then the
/// statement within `aroundInsert`, then `didInsert`; finally `didSave`. `save`, `update` and
/// `delete` call the callbacks of their operation, `upsert` those of inserting and saving. Batch
/// statements call no callbacks.
///
/// - Important: An `around…` callback must call its closure exactly once.
public protocol MutablePersistableRecord: EncodableRecord, TableRecord {
  /// The policy for rows that violate a constraint.
  static var persistenceConflictPolicy: PersistenceConflictPolicy { get }

  /// Called before the record is inserted.
  mutating func willInsert(_ db: Database) throws
  /// Called around the insertion.
  func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws
  /// Called after the record was inserted, unless a conflict skipped the insertion.
  mutating func didInsert(_ inserted: InsertionSuccess)
  /// Called after the record was inserted into a table whose rows have numbers.
  ///
  /// - Parameters:
  ///   - rowID: The number of the row.
  ///   - column: The name of the `INTEGER PRIMARY KEY`, if there is one.
  mutating func didInsert(with rowID: Int64, for column: String?)

  /// Called before the record is updated.
  ///
  /// - Parameter columns: The columns to update.
  func willUpdate(_ db: Database, columns: Set<String>) throws
  /// Called around the update.
  func aroundUpdate(
    _ db: Database,
    columns: Set<String>,
    update: () throws -> PersistenceSuccess
  ) throws
  /// Called after the record was updated.
  func didUpdate(_ updated: PersistenceSuccess)

  /// Called before the record is inserted or updated.
  func willSave(_ db: Database) throws
  /// Called around the insertion or update.
  func aroundSave(_ db: Database, save: () throws -> PersistenceSuccess) throws
  /// Called after the record was inserted or updated.
  func didSave(_ saved: PersistenceSuccess)

  /// Called before the record is deleted.
  func willDelete(_ db: Database) throws
  /// Called around the deletion.
  func aroundDelete(_ db: Database, delete: () throws -> Bool) throws
  /// Called after the record was deleted.
  ///
  /// - Parameter deleted: Whether there was a row.
  func didDelete(deleted: Bool)
}

extension MutablePersistableRecord {
  /// A policy that throws errors and undoes the statement.
  public static var persistenceConflictPolicy: PersistenceConflictPolicy {
    PersistenceConflictPolicy()
  }

  /// Does nothing.
  public mutating func willInsert(_ db: Database) throws {
    CallbackProbe.note(.willInsert, of: Self.self)
  }
  /// Calls the closure that inserts.
  public func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws {
    CallbackProbe.note(.aroundInsert, of: Self.self)
    _ = try insert()
  }
  /// Calls the callback with the row number, if there is one.
  public mutating func didInsert(_ inserted: InsertionSuccess) {
    CallbackProbe.note(.didInsertChanging, of: Self.self)
    guard let rowID = inserted.rowID else { return }
    didInsert(with: rowID, for: inserted.rowIDColumn)
  }
  /// Does nothing.
  public mutating func didInsert(with rowID: Int64, for column: String?) {
    CallbackProbe.note(.didInsertRowChanging, of: Self.self)
  }

  /// Does nothing.
  public func willUpdate(_ db: Database, columns: Set<String>) throws {
    CallbackProbe.note(.willUpdate, of: Self.self)
  }
  /// Calls the closure that updates.
  public func aroundUpdate(
    _ db: Database,
    columns: Set<String>,
    update: () throws -> PersistenceSuccess
  ) throws {
    CallbackProbe.note(.aroundUpdate, of: Self.self)
    _ = try update()
  }
  /// Does nothing.
  public func didUpdate(_ updated: PersistenceSuccess) {
    CallbackProbe.note(.didUpdate, of: Self.self)
  }

  /// Does nothing.
  public func willSave(_ db: Database) throws { CallbackProbe.note(.willSave, of: Self.self) }
  /// Calls the closure that saves.
  public func aroundSave(_ db: Database, save: () throws -> PersistenceSuccess) throws {
    CallbackProbe.note(.aroundSave, of: Self.self)
    _ = try save()
  }
  /// Does nothing.
  public func didSave(_ saved: PersistenceSuccess) {
    CallbackProbe.note(.didSave, of: Self.self)
  }

  /// Does nothing.
  public func willDelete(_ db: Database) throws { CallbackProbe.note(.willDelete, of: Self.self) }
  /// Calls the closure that deletes.
  public func aroundDelete(_ db: Database, delete: () throws -> Bool) throws {
    CallbackProbe.note(.aroundDelete, of: Self.self)
    _ = try delete()
  }
  /// Does nothing.
  public func didDelete(deleted: Bool) {}
}

/// A type whose instances insert, update and delete themselves without being modified.
///
/// It is meant for classes, and for structs whose key is known before they are inserted: they need
/// not be variables.
public protocol PersistableRecord: MutablePersistableRecord {
  /// Called before the record is inserted.
  func willInsert(_ db: Database) throws
  /// Called after the record was inserted, unless a conflict skipped the insertion.
  func didInsert(_ inserted: InsertionSuccess)
  /// Called after the record was inserted into a table whose rows have numbers.
  func didInsert(with rowID: Int64, for column: String?)
}

extension PersistableRecord {
  /// Does nothing.
  public func willInsert(_ db: Database) throws {
    CallbackProbe.note(.willInsert, of: Self.self)
  }
  /// Calls the callback with the row number, if there is one.
  public func didInsert(_ inserted: InsertionSuccess) {
    CallbackProbe.note(.didInsert, of: Self.self)
    guard let rowID = inserted.rowID else { return }
    didInsert(with: rowID, for: inserted.rowIDColumn)
  }
  /// Does nothing.
  public func didInsert(with rowID: Int64, for column: String?) {
    CallbackProbe.note(.didInsertRow, of: Self.self)
  }
}
