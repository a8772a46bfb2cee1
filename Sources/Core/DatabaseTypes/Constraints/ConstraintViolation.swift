/// The constraint that a row violates, as far as the database reports it.
///
/// ```swift
/// switch error.violation {
/// case .unique("players"?, ["name"], _): show("There is already a player with that name.")
/// case .check(_, "positiveScore"?): show("A score cannot be negative.")
/// default: show("That did not work.")
/// }
/// ```
///
/// Names are spelled as in the schema, and contain no schema name. Later versions may add cases, so
/// end a `switch` with `default`.
public enum ConstraintViolation: Sendable, Hashable {
  /// Another row has the same values in columns that are unique.
  ///
  /// The columns are empty if the index contains expressions. On SQLite `constraint` is the name of
  /// the index if `CREATE UNIQUE INDEX` made it, or the name after `CONSTRAINT`, if there is one.
  case unique(table: String?, columns: [String], constraint: String?)
  /// Another row has the same primary key.
  ///
  /// PostgreSQL does not distinguish it from other unique keys, so the name of the constraint does:
  /// a key with a name other than PostgreSQL's, `players_pkey`, is `unique`.
  case primaryKey(table: String?, columns: [String], constraint: String?)
  /// A column is `NULL` that must not be.
  case notNull(table: String?, column: String?)
  /// A `CHECK` is false.
  ///
  /// On SQLite `constraint` is the text of the expression if the `CHECK` has no name.
  case check(table: String?, constraint: String?)
  /// A row refers to a row that does not exist, or is referred to by others.
  ///
  /// The table is the one that has the foreign key, and the columns are its columns. SQLite reports
  /// neither: they are known if the statement could violate only one foreign key, and the table
  /// also if it could violate several of one table. PostgreSQL reports the columns only for a row
  /// that is inserted or updated.
  case foreignKey(table: String?, columns: [String], constraint: String?)
  /// Another row conflicts by an `EXCLUDE` of PostgreSQL.
  case exclusion(table: String?, columns: [String], constraint: String?)
  /// A value has another type than its column, in a `STRICT` table of SQLite.
  case dataType(table: String?, column: String?)
  /// A trigger of SQLite refused the row by `RAISE(ABORT, 'message')`.
  case trigger(message: String)
}

extension ConstraintViolation {
  /// The table with the constraint, if it is known.
  public var table: String? {
    switch self {
    case .unique(let table, _, _), .primaryKey(let table, _, _), .notNull(let table, _),
      .check(let table, _), .foreignKey(let table, _, _), .exclusion(let table, _, _),
      .dataType(let table, _):
      table
    case .trigger: nil
    }
  }

  /// The columns of the constraint, as far as they are known.
  public var columns: [String] {
    switch self {
    case .unique(_, let columns, _), .primaryKey(_, let columns, _),
      .foreignKey(_, let columns, _), .exclusion(_, let columns, _):
      columns
    case .notNull(_, let column), .dataType(_, let column): column.map { [$0] } ?? []
    case .check, .trigger: []
    }
  }

  /// The name of the constraint or of its index, if it has one that is known.
  public var constraint: String? {
    switch self {
    case .unique(_, _, let name), .primaryKey(_, _, let name), .check(_, let name),
      .foreignKey(_, _, let name), .exclusion(_, _, let name):
      name
    case .notNull, .dataType, .trigger: nil
    }
  }
}

/// An error of a database that says which constraint was violated: that of SQLite or PostgreSQL.
public protocol ConstraintError: Error {
  /// The constraint that a row violates; `nil` if the error has another cause.
  var violation: ConstraintViolation? { get }
}
