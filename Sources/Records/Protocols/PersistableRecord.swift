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
/// Callbacks nest like this: `willSave`, then within `aroundSave`: `willInsert`, then within `aroundInsert` the
/// statement, `didInsert`, and at last `didSave`. `save` and `update` and `delete` call those of what they do; batch
/// statements call none; `upsert` calls those of inserting and saving.
///
/// - Important: A callback that begins with `around` must call its closure once.
public protocol MutablePersistableRecord: EncodableRecord, TableRecord {
  /// What to do where a row breaks a constraint.
  static var persistenceConflictPolicy: PersistenceConflictPolicy { get }

  /// Called before the record is inserted.
  mutating func willInsert(_ db: Database) throws
  /// Called around the insertion.
  func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws
  /// Called after the record was inserted; not where a conflict left it out.
  mutating func didInsert(_ inserted: InsertionSuccess)
  /// Called after the record was inserted into a table whose rows have numbers.
  ///
  /// - Parameters:
  ///   - rowID: The number of the row.
  ///   - column: The name of the `INTEGER PRIMARY KEY`, if there is one.
  mutating func didInsert(with rowID: Int64, for column: String?)

  /// Called before the record is updated.
  ///
  /// - Parameter columns: The columns to be updated.
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
  /// Called around inserting and updating.
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
  /// Errors are thrown, and the statement is undone.
  public static var persistenceConflictPolicy: PersistenceConflictPolicy {
    PersistenceConflictPolicy()
  }

  /// Does nothing.
  public mutating func willInsert(_ db: Database) throws {
    CallbackProbe.note(.willInsert, of: Self.self)
  }
  /// Inserts.
  public func aroundInsert(_ db: Database, insert: () throws -> InsertionSuccess) throws {
    CallbackProbe.note(.aroundInsert, of: Self.self)
    _ = try insert()
  }
  /// Calls the callback that is told of the row's number, if it has one.
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
  /// Updates.
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
  /// Saves.
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
  /// Deletes.
  public func aroundDelete(_ db: Database, delete: () throws -> Bool) throws {
    CallbackProbe.note(.aroundDelete, of: Self.self)
    _ = try delete()
  }
  /// Does nothing.
  public func didDelete(deleted: Bool) {}
}

/// A type whose instances insert, update and delete themselves, and do not change by it.
///
/// It is for classes, and for structures whose key is known before they are inserted: they need not be variables.
public protocol PersistableRecord: MutablePersistableRecord {
  /// Called before the record is inserted.
  func willInsert(_ db: Database) throws
  /// Called after the record was inserted; not where a conflict left it out.
  func didInsert(_ inserted: InsertionSuccess)
  /// Called after the record was inserted into a table whose rows have numbers.
  func didInsert(with rowID: Int64, for column: String?)
}

extension PersistableRecord {
  /// Does nothing.
  public func willInsert(_ db: Database) throws {
    CallbackProbe.note(.willInsert, of: Self.self)
  }
  /// Calls the callback that is told of the row's number, if it has one.
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
