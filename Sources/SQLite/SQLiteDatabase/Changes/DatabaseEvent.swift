public import DatabaseTypes

/// A kind of event that a statement can cause in a table.
///
/// It does not name the schema, so it also stands for tables with the same name in attached
/// databases.
public enum DatabaseEventKind: Sendable, Hashable {
  /// Rows are inserted.
  case insert(tableName: String)
  /// Rows are deleted.
  case delete(tableName: String)
  /// Columns of rows are updated: those that the statement, a trigger or a foreign key sets.
  ///
  /// Setting a column to its current value counts as well.
  case update(tableName: String, columnNames: Set<String>)

  /// The name of the table.
  public var tableName: String {
    switch self {
    case .insert(let table), .delete(let table), .update(let table, _): table
    }
  }
}

/// An insertion, update or deletion of one row.
///
/// It is a value that may be stored.
public struct DatabaseEvent: Sendable, Hashable {
  /// The kind of an event.
  public enum Kind: String, Sendable, Hashable {
    /// The row was inserted.
    case insert
    /// The row was deleted.
    case delete
    /// The row was updated.
    case update
  }

  /// The kind of the event.
  public let kind: Kind
  /// The schema of the table: `main`, `temp`, or the name of an attached database.
  public let databaseName: String
  /// The name of the table.
  public let tableName: String
  /// The rowid, after an update the new one; 0 for a `WITHOUT ROWID` table.
  ///
  /// https://www.sqlite.org/withoutrowid.html
  public let rowID: Int64

  /// Returns the event itself, for compatibility with events that must be copied to be kept.
  public func copy() -> DatabaseEvent { self }
}

extension Region {
  /// Returns whether events of a kind can change the result of a statement that reads this region.
  ///
  /// ```swift
  /// func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
  ///   region.isModified(byEventsOfKind: kind)
  /// }
  /// ```
  public func isModified(byEventsOfKind kind: DatabaseEventKind) -> Bool {
    if isFullDatabase { return true }
    return tables.contains { table, columns in
      guard isSameIdentifier(table.name, kind.tableName) else { return false }
      guard case .update(_, let updated) = kind, case .some(let read) = columns else { return true }
      return updated.contains { read.contains($0.lowercased()) }
    }
  }

  /// Returns whether an event belongs to a table of this region.
  public func isModified(by event: DatabaseEvent) -> Bool {
    columns(of: TableName(schema: event.databaseName, event.tableName)) != nil
  }
}
