import DatabaseTypes
import PostgreSQL

/// Makes change sets of what the change stream tells of transactions.
struct ChangeTranslation {
  /// What a message of one's own has to be called to say that the schema has changed.
  static let messagePrefix = "livesql"

  private struct Table {
    let relation: ReplicatedRelation
    let name: TableName
    let key: RowKeyLayout?
  }

  private var tables: [UInt32: Table] = [:]

  /// Takes note of what a table looks like.
  mutating func add(_ relation: ReplicatedRelation) {
    let schema = relation.schema.isEmpty ? "pg_catalog" : relation.schema
    tables[relation.oid] = Table(
      relation: relation,
      name: TableName(schema: schema, relation.name),
      key: RowKeyLayout(relation)
    )
  }

  /// The change set of a transaction.
  func changeSet(_ touched: TouchedTables, number: Int) throws -> ChangeSet {
    var changes: [TableName: ChangeSet.TableChanges] = [:]
    var isAnyTable = false
    for (oid, rows) in touched.tables {
      guard let table = tables[oid] else {
        isAnyTable = true
        continue
      }
      // Two tables whose names differ in the case of letters alone are one to the engine.
      changes[table.name] = changes[table.name] == nil ? try tableChanges(rows, of: table) : .anyRow
    }
    return ChangeSet(
      number: number,
      origin: .otherProcess,
      tables: changes,
      mayChangeAnyTable: isAnyTable,
      changesSchema: touched.messages.contains(Self.messagePrefix) || touched.hasMoreMessages
    )
  }

  private func tableChanges(_ rows: TouchedTables.Rows, of table: Table) throws
    -> ChangeSet.TableChanges
  {
    guard case .keys(let keys) = rows, let layout = table.key else { return .anyRow }
    var changes: [Change] = []
    changes.reserveCapacity(keys.count)
    for key in keys {
      guard let key = try layout.rowKey(key) else { return .anyRow }
      changes.append(Change(key: key, old: .unknown, new: .unknown))
    }
    return .rows(changes)
  }
}
