import SQLiteDatabase
import TypedSQL

/// The constraints of a column, which follow its name and type.
struct ColumnConstraints {
  struct PrimaryKey {
    var onConflict: ConflictResolution?
    var autoincrement: Bool
  }

  struct Generation {
    var expression: QueryFragment
    var storage: ColumnBuilder.GeneratedStorage
  }

  /// A constraint that is present, with its conflict resolution.
  struct Presence {
    var onConflict: ConflictResolution?
  }

  var primaryKey: PrimaryKey?
  var notNull: Presence?
  var unique: Presence?
  var isIndexed = false
  var checks: [QueryFragment] = []
  var defaultValue: QueryFragment?
  var collation: String?
  var references: [TableReference] = []
  var generation: Generation?
}

extension ColumnConstraints {
  /// Returns the SQL of the constraints, which begins with a space unless it is empty.
  ///
  /// - Parameter references: The references of the column, whose target columns are resolved.
  func fragment(_ references: [QueryFragment]) -> QueryFragment {
    var fragment = QueryFragment()
    if let primaryKey {
      fragment.append(" PRIMARY KEY\(conflictClause(primaryKey.onConflict))")
      if primaryKey.autoincrement { fragment.append(" AUTOINCREMENT") }
    }
    if let notNull { fragment.append(" NOT NULL\(conflictClause(notNull.onConflict))") }
    if let unique { fragment.append(" UNIQUE\(conflictClause(unique.onConflict))") }
    for check in checks { fragment.append(" CHECK (\(check))") }
    if let defaultValue { fragment.append(" DEFAULT \(defaultValue)") }
    if let collation { fragment.append(" COLLATE \(name(collation))") }
    for reference in references { fragment.append(" \(reference)") }
    if let generation {
      let storage = generation.storage.rawValue
      fragment.append(" GENERATED ALWAYS AS (\(generation.expression)) \(raw: storage)")
    }
    return fragment
  }

  /// Returns the name of a collation, quoted unless it is one of SQLite's own.
  private func name(_ collation: String) -> QueryFragment {
    let isBuiltIn = [Collation.binary, .nocase, .rtrim].contains(Collation(rawValue: collation))
    return isBuiltIn ? QueryFragment(collation) : QueryFragment(quote: collation)
  }
}

/// Returns ` ON CONFLICT REPLACE`, or nothing.
func conflictClause(_ resolution: ConflictResolution?) -> QueryFragment {
  resolution.map { " ON CONFLICT \(raw: $0.keyword)" } ?? QueryFragment()
}

/// Returns names as a list of columns: `("a", "b")`.
func columnList(_ names: [String]) -> QueryFragment {
  "(\(names.map { QueryFragment(quote: $0) }.joined(separator: ", ")))"
}
