import DatabaseTypes
import SQLite
import SQLiteDatabase

/// The foreign keys of some schemas, as far as they are to be checked for single rows.
///
/// A value of a row refers to another row if it equals that one's as SQLite compares: by the affinity and the collation of the
/// column that is referred to. `+` takes the affinity of the other column away.
struct UndoForeignKeys {
  /// A foreign key, with the table that has it.
  fileprivate struct Key {
    let child: TableName
    let parent: TableName
    /// The columns of the child and of the parent.
    let pairs: [(child: String, parent: String)]
  }

  private let db: Database
  private let keys: [Key]

  init(_ db: Database, schemas: Set<String>) throws {
    self.db = db
    var keys: [Key] = []
    let tables = try schemas.flatMap { try db.tables(in: $0) }
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

  /// Whether a row refers to one that is not there.
  func hasMissingParent(_ table: UndoTable, _ key: RowKey) throws -> Bool {
    for foreignKey in keys where foreignKey.child == table.name {
      let sql = "SELECT 1 FROM \(foreignKey.orphans) AND \(table.condition(of: "c"))"
      if try !db.internalRows(sql, key.values).isEmpty { return true }
    }
    return false
  }

  /// A table of which rows refer to a row that is gone, or has another key by now.
  func child(
    leftBy old: [DatabaseValue],
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

  /// Whether rows refer to nothing that have referred to some values.
  private func hasOrphans(_ key: Key, _ values: [DatabaseValue?]) throws -> Bool {
    var sql = "SELECT 1 FROM \(key.orphans)"
    var arguments: [DatabaseValue] = []
    // An index finds them where both columns compare alike. Else all rows are looked at.
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
  /// The rows that refer to a row which is not there: a table, called `c`, and a condition.
  fileprivate var orphans: String {
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
