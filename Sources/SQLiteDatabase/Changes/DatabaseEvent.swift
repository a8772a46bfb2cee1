public import DatabaseTypes

/// A kind of event: what a statement can do to the rows of a table.
///
/// It tells no schema: a table of the same name in an attached database is asked for by the same kind.
public enum DatabaseEventKind: Sendable, Hashable {
  /// Rows are inserted.
  case insert(tableName: String)
  /// Rows are deleted.
  case delete(tableName: String)
  /// Columns of rows are updated: those that the statement, a trigger or a foreign key sets, whatever to.
  case update(tableName: String, columnNames: Set<String>)

  /// The name of the table.
  public var tableName: String {
    switch self {
    case .insert(let table), .delete(let table), .update(let table, _): table
    }
  }
}

/// One row that was inserted, updated or deleted.
///
/// It is a value, which may be kept.
public struct DatabaseEvent: Sendable, Hashable {
  /// What happened to a row.
  public enum Kind: String, Sendable, Hashable {
    /// It was inserted.
    case insert
    /// It was deleted.
    case delete
    /// It was updated.
    case update
  }

  /// What happened to the row.
  public let kind: Kind
  /// The schema of the table: `main`, `temp`, or the name of an attached database.
  public let databaseName: String
  /// The name of the table.
  public let tableName: String
  /// The number of the row, after an update the new one; 0 for a table without row numbers.
  ///
  /// https://www.sqlite.org/withoutrowid.html
  public let rowID: Int64

  /// The event itself, for those who know events that have to be copied to be kept.
  public func copy() -> DatabaseEvent { self }
}

extension Region {
  /// Whether events of a kind can change what a statement reads that reads this region.
  ///
  /// ```swift
  /// func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { region.isModified(byEventsOfKind: kind) }
  /// ```
  public func isModified(byEventsOfKind kind: DatabaseEventKind) -> Bool {
    if isFullDatabase { return true }
    return tables.contains { table, columns in
      guard isSameIdentifier(table.name, kind.tableName) else { return false }
      guard case .update(_, let updated) = kind, case .some(let read) = columns else { return true }
      return updated.contains { read.contains($0.lowercased()) }
    }
  }

  /// Whether an event is one of a table of this region.
  public func isModified(by event: DatabaseEvent) -> Bool {
    columns(of: TableName(schema: event.databaseName, event.tableName)) != nil
  }
}
