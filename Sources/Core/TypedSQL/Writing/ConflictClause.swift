/// The action of `INSERT OR …` and `UPDATE OR …` for a row that violates a constraint.
public struct ConflictResolution: Hashable, Sendable {
  package let keyword: String

  /// Undoes the statement; this is the default.
  public static let abort = ConflictResolution(keyword: "ABORT")
  /// Ends the statement, but keeps the changes that it made before.
  public static let fail = ConflictResolution(keyword: "FAIL")
  /// Skips the row.
  public static let ignore = ConflictResolution(keyword: "IGNORE")
  /// Deletes the existing rows in conflict.
  public static let replace = ConflictResolution(keyword: "REPLACE")
  /// Rolls back the transaction.
  public static let rollback = ConflictResolution(keyword: "ROLLBACK")
}

/// The name by which `ON CONFLICT` refers to the row that was to be inserted.
public enum _ExcludedName: AliasName {
  /// The name.
  public static var aliasName: String { "excluded" }
}

extension Table {
  /// The columns of the row that was to be inserted.
  public typealias Excluded = TableAlias<Self, _ExcludedName>.TableColumns
}

/// The `ON CONFLICT` clause of an `INSERT`.
@usableFromInline struct ConflictClause: Hashable, Sendable {
  var targets: [String] = []
  var targetFilter: [QueryFragment] = []
  var updates: [ColumnUpdate] = []
  var updateFilter: [QueryFragment] = []
  /// Whether it updates all inserted columns, so that columns missing from a row stay unchanged.
  var isUpsert = false
  /// Whether there is only a condition, without the update that it belongs to.
  @usableFromInline var isOnlyCondition = false
}

/// A column and the expression that it is set to.
struct ColumnUpdate: Hashable, Sendable {
  var name: String
  var fragment: QueryFragment
}

extension [ColumnUpdate] {
  /// Sets a column, instead of what it was set to before.
  ///
  /// SQLite uses the last of several assignments to a column; PostgreSQL refuses them.
  mutating func set(_ name: String, to fragment: QueryFragment) {
    guard let index = firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      return append(ColumnUpdate(name: name, fragment: fragment))
    }
    self[index].fragment = fragment
  }
}

extension ConflictClause {
  /// Appends the clause on its own line, for an `INSERT` that leaves out some columns.
  func append(to query: inout QueryFragment, leavingOut unset: [String]) {
    query.appendLineOrSpace()
    query.append(sql: "ON CONFLICT ")
    appendTargets(to: &query)
    let updates = isUpsert ? updates.filter { !unset.contains($0.name) } : updates
    guard !updates.isEmpty else { return query.append(sql: "DO NOTHING") }
    query.append(sql: "DO UPDATE ")
    query.append(updates: updates)
    query.append(conditions: updateFilter, after: "WHERE ")
  }

  private func appendTargets(to query: inout QueryFragment) {
    guard !targets.isEmpty else { return }
    query.append(names: targets)
    query.append(conditions: targetFilter, after: "WHERE ")
    query.appendLineOrSpace()
  }
}

extension QueryFragment {
  /// Appends names in parentheses: `("id", "title")`.
  package mutating func append(names: [String]) {
    append(sql: "(")
    for (index, name) in names.enumerated() {
      if index > 0 { append(sql: ", ") }
      append(identifier: name)
    }
    append(sql: ")")
  }

  /// Appends assignments: `SET "title" = …, "isCompleted" = …`.
  mutating func append(updates: [ColumnUpdate]) {
    append(sql: "SET ")
    for (index, update) in updates.enumerated() {
      if index > 0 { append(sql: ", ") }
      append(identifier: update.name)
      append(sql: " = ")
      append(update.fragment)
    }
  }
}
