public import DatabaseTypes

/// What undoing does with a row that somebody else has changed since.
public enum UndoConflictPolicy: Sendable, Hashable {
  /// Nothing is undone, and an ``UndoError`` says which table it is.
  case `throw`
  /// The row stays as it is; the rest is undone.
  case skip
  /// The columns that the step changed become what they were, and rows that it made or deleted too.
  ///
  /// Other rows are not deleted for it: where one has a value by now that has to be unique, an ``UndoError`` says so.
  case overwrite
}

/// What undoing or redoing did.
public struct UndoOutcome: Sendable, Hashable {
  /// The name of the step.
  public let name: String?
  /// How many rows were changed.
  public let rowCount: Int
  /// What was left as it is, by ``UndoConflictPolicy/skip``.
  public let skipped: [UndoConflict]
}

/// A row that cannot become what it was.
public struct UndoConflict: Sendable, Hashable {
  /// Why it cannot.
  public enum Reason: Sendable, Hashable {
    /// Somebody else has changed it.
    case changed
    /// Somebody else has deleted it.
    case deleted
    /// Somebody else has made a row where the step deleted one.
    case inserted
    /// It breaks a rule of the table: another row has a value that has to be unique, mostly.
    case constraint
    /// It would refer to a row that is there no more.
    case missingReference
    /// Rows of another table refer to it, so that it cannot go.
    case referenced(by: String)
  }

  /// The table of the row.
  public let table: TableName
  /// Why it cannot become what it was.
  public let reason: Reason

  /// Makes one, to be compared with.
  public init(table: TableName, reason: Reason) {
    self.table = table
    self.reason = reason
  }
}

extension UndoConflict: CustomStringConvertible {
  /// The table and the reason, in a sentence without the row's values.
  public var description: String {
    switch reason {
    case .changed: "A row of the table “\(table)” was changed since by somebody else."
    case .deleted: "A row of the table “\(table)” was deleted since by somebody else."
    case .inserted:
      "A row of the table “\(table)” was made since by somebody else, with the key of a deleted one."
    case .constraint:
      "A row of the table “\(table)” cannot become what it was, since another row has a value by now that has to be unique, or "
        + "it breaks another rule of the table."
    case .missingReference:
      "A row of the table “\(table)” would refer to a row that is there no more."
    case .referenced(let other):
      "A row of the table “\(table)” cannot go or get its key of before, since rows of “\(other)” refer to it."
    }
  }
}

/// Why nothing was undone or redone.
public enum UndoError: Sendable, Hashable {
  /// A row is in the way; see ``UndoConflictPolicy`` for what can be done about it.
  case conflict(UndoConflict)
  /// The steps are there no more.
  case gap(UndoGap)
  /// A group is open: end it first.
  case groupIsOpen
  /// Triggers of a table keep its rows from becoming exactly what they were.
  case triggers(table: TableName)
}

extension UndoError: _DescribedError {
  /// What happened and what to do, in a sentence or two without values.
  public var description: String {
    switch self {
    case .conflict(let conflict):
      "\(conflict) Nothing was undone. `onConflict: .skip` leaves the row as it is; `.overwrite` takes back what others did to it."
    case .gap(let gap): "\(gap) What was done before cannot be undone."
    case .groupIsOpen:
      "A group of the history is open, whose steps are one. End it before you undo or redo."
    case .triggers(let table):
      "The triggers of the table “\(table)” feed a virtual table and change rows too, so that they cannot become exactly what "
        + "they were. Nothing was undone."
    }
  }
}

/// Why what was done before a moment cannot be undone any more: the history has been emptied.
public enum UndoGap: Sendable, Hashable {
  /// The schema has changed, or a `VACUUM` may have given rows other numbers.
  case schemaChange
  /// More rows of a table were written than change sets tell, or it is one of which they tell none: a virtual one that no triggers
  /// feed, or one without a name for its rows.
  case unknownRows(TableName)
  /// Something was written of which SQLite tells no table, as by a copy that replaces the content.
  case unknownTables
  /// A step alone takes more memory than the limit.
  case limit
}

extension UndoGap: CustomStringConvertible {
  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .schemaChange: "The schema has changed, or the database was compacted."
    case .unknownRows(let table):
      "It is not known which rows of the table “\(table)” were written: too many, or the table does not tell them apart."
    case .unknownTables: "Something was written of which SQLite does not tell what it changed."
    case .limit: "What was written takes more memory than the limit of the history."
    }
  }
}
