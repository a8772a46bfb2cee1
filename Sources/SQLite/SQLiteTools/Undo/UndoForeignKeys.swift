import DatabaseTypes
import SQLite
import SQLiteDatabase

/// The foreign keys of some schemas, for checking single rows.
///
/// A row refers to another row if their values are equal as SQLite compares them: with the affinity
/// and the collation of the referenced column. `+` removes the affinity of the other column.
struct UndoForeignKeys {
  /// A foreign key, with the table that declares it.
  fileprivate struct Key {
    let child: TableName
    let parent: TableName
    /// The columns of the child, each with its column of the parent.
    let pairs: [(child: String, parent: String)]
  }

  private let db: Database
  private let keys: [Key]

  init(_ db: Database, schemas: Set<ByteText>) throws {
    self.db = db
    var keys: [Key] = []
    let tables = try schemas.flatMap { try db.tables(in: $0.text) }
    for table in tables where table.kind == .table && !table.name.name.hasPrefix("sqlite_") {
      for key in try db.foreignKeys(on: table.name) {
        let pairs = key.mapping.compactMap { pair in pair.destination.map { (pair.origin, $0) } }
        let parent = TableName(schema: table.name.schema, key.destinationTable)
        guard pairs.count == key.mapping.count else { continue }
        keys.append(Key(child: table.name, parent: parent, pairs: pairs))
      }
    }
    self.keys = keys
  }

  /// Returns whether a row refers to a missing row.
  func hasMissingParent(_ table: UndoTable, _ key: RowKey) throws -> Bool {
    for foreignKey in keys where foreignKey.child == table.name {
      let sql = "SELECT 1 FROM \(foreignKey.orphanedRowsSQL) AND \(table.condition(of: "c"))"
      if try !db.internalRows(sql, key.values).isEmpty { return true }
    }
    return false
  }

  /// Returns a table with rows that refer to a row that was deleted or got another key.
  func tableWithOrphans(
    after old: [DatabaseValue],
    becoming new: [DatabaseValue]?,
    of table: UndoTable
  ) throws -> String? {
    for key in keys where key.parent == table.name {
      let columns = key.pairs.map { pair in
        table.columns.firstIndex { isSameIdentifier($0, pair.parent) }
      }
      let values = columns.map { $0.map { old[$0] } }
      if let new, columns.allSatisfy({ column in column.map { old[$0] == new[$0] } ?? false }) {
        continue
      }
      if values.contains(where: { $0?.isNull == true }) { continue }
      if try hasOrphans(key, values) { return key.child.name }
    }
    return nil
  }

  /// Returns whether rows that referred to some values now refer to nothing.
  private func hasOrphans(_ key: Key, _ values: [DatabaseValue?]) throws -> Bool {
    var sql = "SELECT 1 FROM \(key.orphanedRowsSQL)"
    var arguments: [DatabaseValue] = []
    // An index finds them if both columns compare alike. Otherwise all rows are scanned.
    for (pair, value) in zip(key.pairs, values) {
      guard let value, try comparesAlike(pair, key) else { continue }
      arguments.append(value)
      sql += " AND c.\(quotedIdentifier(pair.child)) = ?\(arguments.count)"
    }
    return try !db.internalRows(sql + " LIMIT 1", arguments).isEmpty
  }

  private func comparesAlike(_ pair: (child: String, parent: String), _ key: Key) throws -> Bool {
    let child = try db.columns(in: key.child).first { isSameIdentifier($0.name, pair.child) }
    let parent = try db.columns(in: key.parent).first { isSameIdentifier($0.name, pair.parent) }
    guard let child, let parent, child.affinity == parent.affinity,
      let collation = try db.collation(of: pair.child, in: key.child)
    else { return false }
    return try db.collation(of: pair.parent, in: key.parent) == collation
  }
}

extension UndoForeignKeys.Key {
  /// The rows that refer to a missing row, as SQL: a table with the alias `c`, and a condition.
  fileprivate var orphanedRowsSQL: String {
    let isSet = pairs.map { "c.\(quotedIdentifier($0.child)) IS NOT NULL" }
    let refers = pairs.map { "p.\(quotedIdentifier($0.parent)) = +c.\(quotedIdentifier($0.child))" }
    return """
      \(Self.quoted(child)) AS c WHERE \(isSet.joined(separator: " AND ")) AND NOT EXISTS \
      (SELECT 1 FROM \(Self.quoted(parent)) AS p WHERE \(refers.joined(separator: " AND ")))
      """
  }

  private static func quoted(_ table: TableName) -> String {
    "\(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name))"
  }
}
