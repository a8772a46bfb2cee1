public import DatabaseTypes

/// A policy for rows that others have changed since the step that is undone.
public enum UndoConflictPolicy: Sendable, Hashable {
  /// Nothing is undone, and an ``UndoError`` names the table.
  case `throw`
  /// The row stays as it is; the other rows are undone.
  case skip
  /// The columns that the step changed are restored, and so are rows that it inserted or deleted.
  ///
  /// Other rows are not deleted for this: if one of them now has a value that must be unique, an
  /// ``UndoError`` says so.
  case overwrite
}

/// The result of undoing or redoing a step.
public struct UndoOutcome: Sendable, Hashable {
  /// The name of the step.
  public let name: String?
  /// The number of rows that were changed.
  public let rowCount: Int
  /// The rows that were left as they are, due to ``UndoConflictPolicy/skip``.
  public let skipped: [UndoConflict]
}

/// A row that cannot be restored.
public struct UndoConflict: Sendable, Hashable {
  /// A reason why a row cannot be restored.
  public enum Reason: Sendable, Hashable {
    /// Someone else has changed the row.
    case changed
    /// Someone else has deleted the row.
    case deleted
    /// Someone else has inserted a row in place of the one that the step deleted.
    case inserted
    /// The row violates a constraint: usually another row has a value that must be unique.
    case constraint
    /// The row would refer to a row that no longer exists.
    case missingReference
    /// The row cannot be deleted because rows of another table refer to it.
    case referenced(by: String)
  }

  /// The table of the row.
  public let table: TableName
  /// The reason why the row cannot be restored.
  public let reason: Reason

  /// Creates a conflict, to compare others with.
  public init(table: TableName, reason: Reason) {
    self.table = table
    self.reason = reason
  }
}

extension UndoConflict: CustomStringConvertible {
  /// The table and the reason, as a sentence without the row's values.
  public var description: String {
    switch reason {
    case .changed: "Someone else has changed a row of the table “\(table)” since."
    case .deleted: "Someone else has deleted a row of the table “\(table)” since."
    case .inserted:
      "Someone else has inserted a row into the table “\(table)” since, with the key of a deleted one."
    case .constraint:
      "A row of the table “\(table)” cannot be restored: another row now has a value that must be unique, or "
        + "it violates another constraint."
    case .missingReference:
      "A row of the table “\(table)” would refer to a row that no longer exists."
    case .referenced(let other):
      "A row of the table “\(table)” cannot be deleted or get its old key back, because rows of “\(other)” "
        + "refer to it."
    }
  }
}

/// An error because of which nothing was undone or redone.
public enum UndoError: Sendable, Hashable {
  /// A row cannot be restored; see ``UndoConflictPolicy`` for what to do about it.
  case conflict(UndoConflict)
  /// The steps no longer exist.
  case reset(UndoResetReason)
  /// A group is open; end it first.
  case groupIsOpen
  /// Triggers of a table prevent its rows from being restored exactly.
  case triggers(table: TableName)
}

extension UndoError: _SelfDescribingError {
  /// The problem and what to do, in a sentence or two without values.
  public var description: String {
    switch self {
    case .conflict(let conflict):
      "\(conflict) Nothing was undone. `onConflict: .skip` leaves the row as it is; `.overwrite` discards the "
        + "changes of others."
    case .reset(let reason): "\(reason) Earlier steps cannot be undone."
    case .groupIsOpen:
      "A group of steps is open. End it before you undo or redo."
    case .triggers(let table):
      "The triggers of the table “\(table)” feed a virtual table and also change rows, so the rows cannot be "
        + "restored exactly. Nothing was undone."
    }
  }
}

/// A reason why the history was emptied, so that earlier steps can no longer be undone.
public enum UndoResetReason: Sendable, Hashable {
  /// The schema has changed, or a `VACUUM` may have changed row numbers.
  case schemaChange
  /// The written rows of a table are unknown.
  ///
  /// There were more than change sets report, or change sets do not report rows of the table: it is
  /// a virtual table that no triggers feed, or its rows have no accessible key.
  case unknownRows(TableName)
  /// Something was written for which SQLite reports no table, such as a copy that replaces the
  /// content.
  case unknownTables
  /// A single step takes more memory than the limit.
  case limit
}

extension UndoResetReason: CustomStringConvertible {
  /// The reason, as a sentence.
  public var description: String {
    switch self {
    case .schemaChange: "The schema has changed, or the database was compacted."
    case .unknownRows(let table):
      "It is unknown which rows of the table “\(table)” were written: there were too many, or they have no key."
    case .unknownTables: "Something was written whose changes SQLite does not report."
    case .limit: "The written rows take more memory than the limit of the history."
    }
  }
}
