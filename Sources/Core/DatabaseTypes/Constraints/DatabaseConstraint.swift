/// A constraint of a schema, for catching the errors of rows that violate it.
///
/// ```swift
/// do {
///   try database.write { db in try Player.insert { Player.Draft(name: name) }.execute(db) }
/// } catch DatabaseConstraint.unique("players", "name") {
///   show("There is already a player with that name.")
/// }
/// ```
///
/// It works with the errors of SQLite and PostgreSQL. Names are compared as SQL does: without
/// regard to the case of ASCII letters.
public struct DatabaseConstraint: Sendable, Hashable {
  private enum Kind { case unique, notNull, check, foreignKey, named }

  private let kind: Kind
  private let table: String
  private let columns: [String]
  private let name: String

  private init(_ kind: Kind, table: String = "", columns: [String] = [], name: String = "") {
    self.kind = kind
    self.table = table
    self.columns = columns
    self.name = name
  }

  /// Returns a primary key, a `UNIQUE` or a unique index.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: Its columns, in any order; none for each unique key of the table.
  public static func unique(_ table: String, _ columns: String...) -> Self {
    Self(.unique, table: table, columns: columns)
  }

  /// Returns the `NOT NULL` of a column.
  public static func notNull(_ table: String, _ column: String) -> Self {
    Self(.notNull, table: table, columns: [column])
  }

  /// Returns a `CHECK` by its name or, on SQLite, by its expression as it is written in the schema.
  public static func check(_ name: String) -> Self { Self(.check, name: name) }

  /// Returns a foreign key.
  ///
  /// - Parameters:
  ///   - table: The table whose rows refer to others.
  ///   - columns: Its columns, in any order; none for each foreign key of the table.
  public static func foreignKey(_ table: String, _ columns: String...) -> Self {
    Self(.foreignKey, table: table, columns: columns)
  }

  /// Returns a constraint or a unique index of any kind by its name.
  public static func named(_ name: String) -> Self { Self(.named, name: name) }
}

extension DatabaseConstraint {
  /// Returns whether an error says that a row violates the constraint.
  public static func ~= (constraint: DatabaseConstraint, error: any Error) -> Bool {
    guard let violation = (error as? any ConstraintError)?.violation else { return false }
    return constraint.isViolated(by: violation)
  }

  /// Returns whether a violation is one of this constraint, as far as the violation is known.
  func isViolated(by violation: ConstraintViolation) -> Bool {
    switch (kind, violation) {
    case (.unique, .unique), (.unique, .primaryKey), (.notNull, .notNull),
      (.foreignKey, .foreignKey):
      violation.table.map { isSameIdentifier($0, table) } == true && hasColumns(of: violation)
    case (.check, .check), (.named, _):
      violation.constraint.map { isSameIdentifier($0, name) } == true
    default: false
    }
  }

  private func hasColumns(of violation: ConstraintViolation) -> Bool {
    guard !columns.isEmpty else { return true }
    return violation.columns.count == columns.count
      && columns.allSatisfy { column in
        violation.columns.contains { isSameIdentifier($0, column) }
      }
  }
}

/// Runs a closure, and throws errors of the application in place of violated constraints.
///
/// ```swift
/// try mappingConstraints([
///   .unique("players", "name"): SignUpError.nameTaken,
///   .check("positiveScore"): SignUpError.badScore,
/// ]) {
///   try database.write { db in try Player.insert { draft }.execute(db) }
/// }
/// ```
///
/// Put it around the access: a constraint that is checked at the commit is mapped as well, and the
/// transaction has been rolled back.
///
/// - Parameters:
///   - errors: The errors by constraint; the first constraint that is violated decides.
///   - body: The work.
/// - Returns: The result of the closure.
/// - Throws: The error for the constraint, or the error of the closure.
@discardableResult
public func mappingConstraints<Result>(
  _ errors: KeyValuePairs<DatabaseConstraint, any Error>,
  _ body: () throws -> Result
) throws -> Result {
  do { return try body() } catch { throw errors.first { $0.key ~= error }?.value ?? error }
}

/// Runs a closure that may suspend, and throws errors of the application in place of violated
/// constraints.
///
/// - Parameters:
///   - errors: The errors by constraint; the first constraint that is violated decides.
///   - isolation: The actor on which the closure runs: the caller's.
///   - body: The work.
/// - Returns: The result of the closure.
/// - Throws: The error for the constraint, or the error of the closure.
@discardableResult
public func mappingConstraints<Result>(
  _ errors: KeyValuePairs<DatabaseConstraint, any Error>,
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async throws -> Result {
  do { return try await body() } catch { throw errors.first { $0.key ~= error }?.value ?? error }
}
