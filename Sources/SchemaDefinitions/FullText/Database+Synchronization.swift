import DatabaseTypes
public import SQLiteDatabase
import TypedSQL

extension Database {
  /// Drops the triggers that keep a full-text table in step with a table: before or after dropping the full-text table.
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

  /// Drops the triggers that keep a full-text table in step with a table: before or after dropping the full-text table.
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

  /// The column by which a full-text table finds the rows of a table.
  ///
  /// - Throws: ``DatabaseError`` where the table is missing, has no row numbers, or lacks a column.
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
        "The full-text table “\(searchTable)” cannot follow “\(table)”, which is WITHOUT ROWID: it finds rows by their "
          + "numbers. Recreate “\(table)” without that option."
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

  /// What keeps a full-text table up to date with another one.
  ///
  /// - Throws: ``DatabaseError`` where the two do not fit.
  func synchronization(
    of searchTable: String,
    with table: String,
    columns: [String],
    kind: Synchronization.Kind
  ) throws -> Synchronization {
    if let schema = try DefinedName(searchTable, on: self).schema, !isSameIdentifier(schema, "main")
    {
      throw DefinitionError.misuse(
        "The full-text table “\(searchTable)” cannot follow “\(table)” from another schema. Make it in the main database."
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

  /// The keys in which rows can be in the way of others, besides the row's number.
  func uniqueKeys(of table: String) throws -> [[UniqueKeyTerm]] {
    try indexes(on: TableName(table)).filter(\.isUnique).compactMap { index in
      let terms = try internalRows(
        "SELECT name, coll FROM pragma_index_xinfo(?1, 'main') WHERE key ORDER BY seqno",
        [.text(index.name)]
      )
      let known = terms.compactMap { UniqueKeyTerm(name: $0[0], collation: $0[1]) }
      // An expression has no name.
      return known.count == terms.count ? known : nil
    }
  }

  /// Lets SQLite compile the triggers now: whether it allows them to write a full-text table is known only then.
  func checkTriggers(of table: String) throws {
    _ = try internalRows("EXPLAIN DELETE FROM \(quotedIdentifier(table))", [])
  }
}

/// A column of a unique key, and how its values are compared.
struct UniqueKeyTerm {
  let name: String
  let collation: String

  /// Makes it of what SQLite says of an index.
  init?(name: DatabaseValue, collation: DatabaseValue) {
    guard case .text(let name) = name, case .text(let collation) = collation else { return nil }
    self.name = name
    self.collation = collation
  }

  /// Whether a row has the value of the new one.
  var isInTheWay: QueryFragment {
    "t.\(quote: name) = new.\(quote: name) COLLATE \(quote: collation)"
  }
}
