import TypedSQL

/// The triggers that synchronize a full-text table with the table that holds its text.
///
/// If a row replaces another one, as by `INSERT OR REPLACE`, the other row is deleted without
/// running its delete triggers, unless triggers are recursive:
/// https://www.sqlite.org/lang_conflict.html. FTS5 removes a row only if it is given the old text.
/// So before a row is written, the rows that conflict with it are copied to a table; after it,
/// those that are gone, or whose number the new row has, are removed from the index. An insertion
/// that is ignored or becomes an update leaves rows in that table, which the next insertion removes
/// first.
struct Synchronization {
  let searchTable: String
  let table: String
  /// The column of the table with the row number.
  let rowID: String
  let columns: [String]
  /// The unique keys, apart from the row number.
  let keys: [[UniqueKeyTerm]]
  /// The way the index stores text.
  let kind: Kind

  enum Kind {
    /// The index holds no text, and removes a row if it is given the old text.
    case fts5
    /// The index holds a copy of the text, and removes a row by its number.
    ///
    /// An FTS4 index without text would have to remove a row before the row is deleted, when it is
    /// not yet known whether the statement is ignored.
    case fts4
  }

  /// Returns the name of the table that holds rows that may be replaced.
  static func replacedTable(for searchTable: String) -> String { "__\(searchTable)_replaced" }

  /// The statements that create the table and the triggers.
  var statements: [QueryFragment] {
    [
      "CREATE TABLE \(replaced) (rowid INTEGER PRIMARY KEY, \(copiedColumns))",
      trigger(.beforeInsert, "BEFORE INSERT", [clearingReplaced, copyingConflicts(except: nil)]),
      trigger(
        .afterInsert,
        "AFTER INSERT",
        [removingReplaced(except: nil), clearingReplaced, indexingNewRow]
      ),
      trigger(.afterDelete, "AFTER DELETE", [deindexingOldRow]),
      trigger(.beforeUpdate, "BEFORE UPDATE", [clearingReplaced, copyingConflicts(except: "old")]),
      trigger(
        .afterUpdate,
        "AFTER UPDATE",
        [deindexingOldRow, removingReplaced(except: "old"), clearingReplaced, indexingNewRow]
      ),
    ]
  }

  /// The statements that rebuild the index from all rows.
  var filling: [QueryFragment] {
    let search = QueryFragment(quote: searchTable)
    guard kind == .fts4 else { return ["INSERT INTO \(search)(\(search)) VALUES ('rebuild')"] }
    let values = ([rowID] + columns).map { QueryFragment(quote: $0) }.joined(separator: ", ")
    return [
      "DELETE FROM \(search)",
      "INSERT INTO \(search)(rowid, \(names)) SELECT \(values) FROM \(quote: table)",
    ]
  }

  private func trigger(
    _ kind: SynchronizationTrigger,
    _ event: String,
    _ body: [QueryFragment]
  ) -> QueryFragment {
    let statements = body.map { "\($0); " as QueryFragment }.joined()
    let name = kind.name(for: searchTable)
    return "CREATE TRIGGER \(quote: name) \(raw: event) ON \(quote: table) BEGIN \(statements)END"
  }
}

// MARK: - The index

extension Synchronization {
  /// Adds the new row to the index.
  private var indexingNewRow: QueryFragment {
    "INSERT INTO \(quote: searchTable)(rowid, \(names)) VALUES (\(values(of: "new")))"
  }

  /// Removes the old row from the index.
  private var deindexingOldRow: QueryFragment {
    guard kind == .fts5 else {
      return "DELETE FROM \(quote: searchTable) WHERE rowid = old.\(quote: rowID)"
    }
    return """
      INSERT INTO \(quote: searchTable)(\(quote: searchTable), rowid, \(names)) \
      VALUES ('delete', \(values(of: "old")))
      """
  }

  private var names: QueryFragment {
    columns.map { QueryFragment(quote: $0) }.joined(separator: ", ")
  }

  private func values(of row: String) -> QueryFragment {
    ([rowID] + columns).map { "\(raw: row).\(quote: $0)" }.joined(separator: ", ")
  }
}

// MARK: - Replaced rows

extension Synchronization {
  private var replaced: QueryFragment {
    QueryFragment(quote: Self.replacedTable(for: searchTable))
  }

  /// The columns are numbered, since a column of the table may be called `rowid`.
  private var copiedColumns: QueryFragment {
    columns.indices.map { "c\(raw: $0)" }.joined(separator: ", ")
  }

  private var clearingReplaced: QueryFragment { "DELETE FROM \(replaced)" }

  /// Copies the rows that conflict with the new one.
  private func copyingConflicts(except row: String?) -> QueryFragment {
    let sameNumber: QueryFragment = "t.\(quote: rowID) = new.\(quote: rowID)"
    let sameKeys = keys.map { $0.map(\.conflictsWithNewRow).joined(separator: " AND ") }
    let conflicts = ([sameNumber] + sameKeys).map { "(\($0))" as QueryFragment }
    var condition: QueryFragment = "(\(conflicts.joined(separator: " OR ")))"
    if let row { condition.append(" AND t.\(quote: rowID) <> \(raw: row).\(quote: rowID)") }
    let source = ([rowID] + columns).map { "t.\(quote: $0)" as QueryFragment }.joined(
      separator: ", "
    )
    return """
      INSERT OR REPLACE INTO \(replaced) SELECT \(source) FROM \(quote: table) AS t WHERE \(condition)
      """
  }

  /// Removes the rows from the index that the new row has replaced.
  ///
  /// The number of a new row is known only after the insertion.
  private func removingReplaced(except row: String?) -> QueryFragment {
    var isNew: QueryFragment = "r.rowid = new.\(quote: rowID)"
    if let row { isNew.append(" AND r.rowid <> \(raw: row).\(quote: rowID)") }
    let isGone: QueryFragment = """
      NOT EXISTS (SELECT 1 FROM \(quote: table) AS t WHERE t.\(quote: rowID) = r.rowid)
      """
    guard kind == .fts5 else {
      return """
        DELETE FROM \(quote: searchTable) WHERE rowid IN \
        (SELECT r.rowid FROM \(replaced) AS r WHERE \(isNew) OR \(isGone))
        """
    }
    let previous = columns.indices.map { "r.c\(raw: $0)" as QueryFragment }.joined(separator: ", ")
    return """
      INSERT INTO \(quote: searchTable)(\(quote: searchTable), rowid, \(names)) \
      SELECT 'delete', r.rowid, \(previous) FROM \(replaced) AS r WHERE \(isNew) OR \(isGone)
      """
  }
}
