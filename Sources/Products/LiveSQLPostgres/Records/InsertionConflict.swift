import TypedSQL

/// The way in which an insertion on PostgreSQL handles a conflicting row.
enum InsertionConflict {
  case fails
  case leavesOut
  /// The row is updated: the columns of the record, and additional assignments.
  case updates(target: [String] = [], assignments: QueryFragment? = nil, assigned: [String] = [])

  /// Creates the way that corresponds to SQLite's resolution of conflicts.
  ///
  /// - Throws: ``PostgresRequestError`` if there is none.
  init(_ resolution: ConflictResolution) throws {
    switch resolution {
    case .ignore: self = .leavesOut
    case .replace:
      throw PostgresRequestError(
        "PostgreSQL has no INSERT OR REPLACE: use 'upsert', which updates the conflicting row."
      )
    default: self = .fails
    }
  }

  /// Whether conflicts leave records out, if only that and the columns determine the statement.
  var ignoresConflicts: Bool? {
    switch self {
    case .fails: false
    case .leavesOut: true
    case .updates: nil
    }
  }
}
