public import DatabaseTypes
import SQLite

/// A type that knows which tables and columns it reads, such as a request or a region.
public protocol DatabaseRegionConvertible: Sendable {
  /// Returns the tables and columns.
  func databaseRegion(_ db: Database) throws -> Region
}

extension Region: DatabaseRegionConvertible {
  /// Returns the region itself.
  public func databaseRegion(_ db: Database) -> Region { self }
}

extension DatabaseRegionConvertible where Self == Region {
  /// All tables: `ValueObservation.tracking(region: .fullDatabase) { db in … }`.
  public static var fullDatabase: Region { Region.fullDatabase }
}

extension Database {
  /// Asks the observers for which events of a statement they want to be notified.
  ///
  /// If there are any, SQLite calls the hook for them.
  func prepareEvents(of access: StatementAccess) {
    capture.prepareEvents(access.eventKinds)
    if capture.recordsEvents { resumeHook() }
  }

  /// Asks the observers for which events they want to be notified, for writes without a statement.
  func prepareEvents(ofDirectWrites writes: Region) {
    let kinds = writes.tables.flatMap { table, columns in
      let names = capture.shapes[table]?.layout.columnNames ?? []
      let updated = names.filter { name in
        if case .some(let some) = columns { some.contains(name.lowercased()) } else { true }
      }
      return [
        (table, .insert(tableName: table.name)), (table, .delete(tableName: table.name)),
        (table, .update(tableName: table.name, columnNames: Set(updated))),
      ] as [(TableName, DatabaseEventKind)]
    }
    capture.prepareEvents(kinds.map { (table: $0.0, kind: $0.1) })
    if capture.recordsEvents { resumeHook() }
  }

  /// Notifies observers, live queries and change sets of changes that SQLite does not report.
  ///
  /// Hooks do not see writes of other code through the C interface, or changes of data that a
  /// virtual table shows:
  ///
  /// ```swift
  /// try database.write { db in
  ///   try importFeed(into: db)
  ///   try db.notifyChanges(in: Region(table: "feed"))
  /// }
  /// ```
  ///
  /// Any row of the region then counts as changed. `databaseDidChange()` of the observers is
  /// called, and live queries that read the region are read again after the commit. Outside of a
  /// transaction, it runs in its own transaction. It costs nothing if no one observes the region.
  ///
  /// - Parameter region: The tables that have changed, or a request that reads them.
  /// - Throws: ``DatabaseError`` with `.readOnly` in a read-only access, or the error of
  ///   determining the region.
  public func notifyChanges(in region: some DatabaseRegionConvertible) throws {
    try checkAccess()
    guard !isReadOnlyAccess else {
      throw DatabaseError(
        code: .readOnly,
        message: "The access is read-only: report changes within `write`.",
        resultCode: .readOnly,
        path: path
      )
    }
    guard isInsideTransaction else {
      return try inTransaction(.deferred) {
        try notifyChanges(in: region)
        return .commit
      }
    }
    let region = try region.databaseRegion(self)
    guard !region.isEmpty else { return }
    try loadShapes(of: region)
    let kinds = try eventKinds(of: region)
    let observers = capture.observers.all.filter { observer in
      kinds.contains { observer.observes(eventsOfKind: $0) }
    }
    capture.noteNotification(in: region, observers)
    capture.events.notifyUnlessInSavepoint()
  }

  /// Returns all kinds of events that can affect rows of a region.
  private func eventKinds(of region: Region) throws -> [DatabaseEventKind] {
    let tables =
      region.isFullDatabase
      ? try self.tables().filter { $0.kind == .table }.map(\.name) : Array(region.tables.keys)
    return try tables.flatMap { table in
      let names = try shape(of: table)?.layout.columnNames ?? []
      let touched = names.filter { name in
        guard case .some(.some(let some)) = region.columns(of: table) else { return true }
        return some.contains(name.lowercased())
      }
      return [
        .insert(tableName: table.name), .delete(tableName: table.name),
        .update(tableName: table.name, columnNames: Set(touched)),
      ] as [DatabaseEventKind]
    }
  }
}

extension StatementAccess {
  /// The kinds of events that the statement can cause.
  fileprivate var eventKinds: [(table: TableName, kind: DatabaseEventKind)] {
    insertions.map { (table: $0, kind: .insert(tableName: $0.name)) }
      + deletions.map { (table: $0, kind: .delete(tableName: $0.name)) }
      + updates.map { (table: $0, kind: .update(tableName: $0.name, columnNames: $1)) }
  }
}

/// The tables and columns that a statement reads: another name of ``Region``.
public typealias DatabaseRegion = Region
