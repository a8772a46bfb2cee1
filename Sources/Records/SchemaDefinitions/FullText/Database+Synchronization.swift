import DatabaseTypes
public import SQLiteDatabase
import TypedSQL

extension Database {
  /// Drops the triggers that synchronize a full-text table with a table.
  ///
  /// Call it before or after dropping the full-text table.
  ///
  /// ```swift
  /// try db.drop(table: "doc_ft")
  /// try db.dropFTS5SynchronizationTriggers(forTable: "doc_ft")
  /// ```
  ///
  /// - Parameter table: The full-text table.
  public func dropFTS4SynchronizationTriggers(forTable table: String) throws {
    try dropFTS5SynchronizationTriggers(forTable: table)
  }

  /// Drops the triggers that synchronize a full-text table with a table.
  ///
  /// Call it before or after dropping the full-text table.
  ///
  /// ```swift
  /// try db.drop(table: "doc_ft")
  /// try db.dropFTS5SynchronizationTriggers(forTable: "doc_ft")
  /// ```
  ///
  /// - Parameter table: The full-text table.
  public func dropFTS5SynchronizationTriggers(forTable table: String) throws {
    try inDefinition {
      for trigger in SynchronizationTrigger.allCases {
        try define("DROP TRIGGER IF EXISTS \(quote: trigger.name(for: table))")
      }
      try define("DROP TABLE IF EXISTS \(quote: Synchronization.replacedTable(for: table))")
    }
  }

  /// Returns the column by which a full-text table finds the rows of a table.
  ///
  /// - Throws: ``DatabaseError`` if the table is missing, has no row numbers, or lacks a column.
  func rowIDColumn(
    ofSearched table: String,
    columns searched: [String],
    for searchTable: String
  ) throws -> String {
    guard try tableExists(table, in: "main") else { throw DefinitionError.missing("table", table) }
    let name = TableName(table)
    let key = try primaryKey(name)
    guard key.hasRowID else {
      throw DefinitionError.misuse(
        "The full-text table “\(searchTable)” cannot follow “\(table)”, which is WITHOUT ROWID: it finds rows "
          + "by their rowid. Recreate “\(table)” without that option."
      )
    }
    let columns = try columns(in: name).map(\.name)
    let missing = searched.first { column in
      !columns.contains { isSameIdentifier($0, column) }
    }
    if let missing {
      throw DefinitionError.misuse(
        "The full-text table “\(searchTable)” follows “\(table)”, which has no column “\(missing)”. Leave it out, or add "
          + "it to “\(table)” first."
      )
    }
    if let column = key.rowIDColumn { return column }
    return rowIDName(besides: columns) ?? "rowid"
  }

  /// Returns the triggers that synchronize a full-text table with another table.
  ///
  /// - Throws: ``DatabaseError`` if the two tables do not fit together.
  func synchronization(
    of searchTable: String,
    with table: String,
    columns: [String],
    kind: Synchronization.Kind
  ) throws -> Synchronization {
    if let schema = try DefinedName(searchTable, on: self).schema, !isSameIdentifier(schema, "main")
    {
      throw DefinitionError.misuse(
        "The full-text table “\(searchTable)” cannot follow “\(table)” from another schema. Create it in the "
          + "main database."
      )
    }
    return Synchronization(
      searchTable: searchTable,
      table: table,
      rowID: try rowIDColumn(ofSearched: table, columns: columns, for: searchTable),
      columns: columns,
      keys: try uniqueKeys(of: table),
      kind: kind
    )
  }

  /// Returns the unique keys, apart from the row number, by which rows can conflict.
  func uniqueKeys(of table: String) throws -> [[UniqueKeyTerm]] {
    try indexes(on: TableName(table)).filter(\.isUnique).compactMap { index in
      let terms = try internalRows(
        "SELECT name, coll FROM pragma_index_xinfo(?1, 'main') WHERE key ORDER BY seqno",
        [.text(index.name)]
      )
      let known = terms.compactMap { UniqueKeyTerm(name: $0[0], collation: $0[1]) }
      // A term that is an expression has no name.
      return known.count == terms.count ? known : nil
    }
  }

  /// Makes SQLite compile the triggers, and thereby check whether they may write a full-text table.
  func checkTriggers(of table: String) throws {
    _ = try internalRows("EXPLAIN DELETE FROM \(quotedIdentifier(table))", [])
  }
}

/// A column of a unique key, with the collation that compares its values.
struct UniqueKeyTerm {
  let name: String
  let collation: String

  /// Creates a term from SQLite's description of an index.
  init?(name: DatabaseValue, collation: DatabaseValue) {
    guard case .text(let name) = name, case .text(let collation) = collation else { return nil }
    self.name = name
    self.collation = collation
  }

  /// The condition that a row has the same value as the new row.
  var conflictsWithNewRow: QueryFragment {
    "t.\(quote: name) = new.\(quote: name) COLLATE \(quote: collation)"
  }
}
