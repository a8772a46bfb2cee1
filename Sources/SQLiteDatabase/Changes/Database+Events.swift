public import DatabaseTypes
import SQLite

/// What tells which tables and columns it reads: a request, or a region.
public protocol DatabaseRegionConvertible: Sendable {
  /// The tables and columns.
  func databaseRegion(_ db: Database) throws -> Region
}

extension Region: DatabaseRegionConvertible {
  /// The region itself.
  public func databaseRegion(_ db: Database) -> Region { self }
}

extension DatabaseRegionConvertible where Self == Region {
  /// All tables: `ValueObservation.tracking(region: .fullDatabase) { db in … }`.
  public static var fullDatabase: Region { Region.fullDatabase }
}

extension Database {
  /// Asks the observers which events of a statement they want to be told of, and has SQLite call the hook for them.
  func prepareEvents(of access: StatementAccess) {
    capture.prepareEvents(access.eventKinds)
    if capture.recordsEvents { resumeHook() }
  }

  /// Asks the observers which events of writes they want to be told of that no statement makes.
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

  /// Tells observers, live queries and change sets of changes that SQLite does not tell of.
  ///
  /// What other code writes through the C interface, or a virtual table shows of another place, no hook sees:
  ///
  /// ```swift
  /// try database.write { db in
  ///   try importFeed(into: db)
  ///   try db.notifyChanges(in: Region(table: "feed"))
  /// }
  /// ```
  ///
  /// Any row of the region may have changed then. Observers' `databaseDidChange()` is called, and after the commit live
  /// queries that read the region are read again. Outside of a transaction it is a transaction of its own. It costs nothing
  /// where nobody observes the region.
  ///
  /// - Parameter region: The tables that have changed, or a request that reads them.
  /// - Throws: ``DatabaseError`` with `.readOnly` in an access that only reads; what makes the region.
  public func notifyChanges(in region: some DatabaseRegionConvertible) throws {
    try checkAccess()
    guard !isReadOnlyAccess else {
      throw DatabaseError(
        code: .readOnly,
        message: "The access only reads: tell of changes within `write`.",
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
    capture.events.tellUnlessInSavepoint()
  }

  /// All that can happen to rows of a region.
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
  /// What the statement can do to rows.
  fileprivate var eventKinds: [(table: TableName, kind: DatabaseEventKind)] {
    insertions.map { (table: $0, kind: .insert(tableName: $0.name)) }
      + deletions.map { (table: $0, kind: .delete(tableName: $0.name)) }
      + updates.map { (table: $0, kind: .update(tableName: $0.name, columnNames: $1)) }
  }
}

/// The tables and columns that a statement reads: ``DatabaseTypes/Region`` by its other name.
public typealias DatabaseRegion = Region
