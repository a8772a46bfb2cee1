import TypedSQL

/// The triggers that keep a full-text table in step with the table that has its texts.
///
/// A row that another one replaces, as by `INSERT OR REPLACE`, is deleted without its triggers being run, unless those
/// are recursive: https://www.sqlite.org/lang_conflict.html. FTS5 forgets a row only if it is told the old texts. So,
/// before a row is written, those that are in its way are kept in a table; after it, those that are gone, or are another
/// row now, are taken out of the index. An insertion that is ignored, or becomes an update, leaves something in the
/// table, which the next one removes first.
struct Synchronization {
  let searchTable: String
  let table: String
  /// The column of the table with the row's number.
  let rowID: String
  let columns: [String]
  /// The unique keys, besides the row's number.
  let keys: [[UniqueKeyTerm]]
  /// How the index is kept.
  let kind: Kind

  enum Kind {
    /// It has no texts, and forgets a row if it is told the old ones.
    case fts5
    /// It has a copy of the texts, and forgets a row by its number. One without would have to forget a row before that is
    /// gone, when it is not known yet whether the statement is ignored.
    case fts4
  }

  /// The table in which rows are kept that may be replaced.
  static func replacedTable(for searchTable: String) -> String { "__\(searchTable)_replaced" }

  /// The statements that make the table and the triggers.
  var statements: [QueryFragment] {
    [
      "CREATE TABLE \(replaced) (rowid INTEGER PRIMARY KEY, \(keptColumns))",
      trigger(.beforeInsert, "BEFORE INSERT", [forgetting, keeping(except: nil)]),
      trigger(.afterInsert, "AFTER INSERT", [removingReplaced(except: nil), forgetting, adding]),
      trigger(.afterDelete, "AFTER DELETE", [removing]),
      trigger(.beforeUpdate, "BEFORE UPDATE", [forgetting, keeping(except: "old")]),
      trigger(
        .afterUpdate,
        "AFTER UPDATE",
        [removing, removingReplaced(except: "old"), forgetting, adding]
      ),
    ]
  }

  /// The statements that make the index anew of all rows.
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
  private var adding: QueryFragment {
    "INSERT INTO \(quote: searchTable)(rowid, \(names)) VALUES (\(values(of: "new")))"
  }

  /// Takes the old row out of the index.
  private var removing: QueryFragment {
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

// MARK: - Rows that are replaced

extension Synchronization {
  private var replaced: QueryFragment {
    QueryFragment(quote: Self.replacedTable(for: searchTable))
  }

  /// Numbered, since a column of the table may be called `rowid`.
  private var keptColumns: QueryFragment {
    columns.indices.map { "c\(raw: $0)" }.joined(separator: ", ")
  }

  private var forgetting: QueryFragment { "DELETE FROM \(replaced)" }

  /// Keeps the rows that are in the way of the new one.
  private func keeping(except row: String?) -> QueryFragment {
    let sameNumber: QueryFragment = "t.\(quote: rowID) = new.\(quote: rowID)"
    let sameKeys = keys.map { $0.map(\.isInTheWay).joined(separator: " AND ") }
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

  /// Takes out of the index those that the new row has replaced.
  ///
  /// The number of a new row is known after the insertion only.
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
    let kept = columns.indices.map { "r.c\(raw: $0)" as QueryFragment }.joined(separator: ", ")
    return """
      INSERT INTO \(quote: searchTable)(\(quote: searchTable), rowid, \(names)) \
      SELECT 'delete', r.rowid, \(kept) FROM \(replaced) AS r WHERE \(isNew) OR \(isGone)
      """
  }
}
