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
    /// The columns whose values are told, by their places.
    let columns: [(index: Int, column: FilteredColumn)]
    let layout: RowLayout

    init(_ relation: ReplicatedRelation, _ name: TableName) {
      (self.relation, self.name, key) = (relation, name, RowKeyLayout(relation))
      columns = relation.columns.enumerated().compactMap { index, column in
        FilteredColumn(column).map { (index, $0) }
      }
      layout = RowLayout(columnNames: columns.map(\.column.name))
    }
  }

  private var tables: [UInt32: Table] = [:]

  /// Takes note of what a table looks like.
  mutating func add(_ relation: ReplicatedRelation) {
    let schema = relation.schema.isEmpty ? "pg_catalog" : relation.schema
    tables[relation.oid] = Table(relation, TableName(schema: schema, relation.name))
  }

  /// The change set of a transaction.
  ///
  /// - Parameter wanted: The tables of which to tell what changed rows are like.
  func changeSet(_ touched: TouchedTables, number: Int, rows wanted: Region = Region()) throws
    -> ChangeSet
  {
    var changes: [TableName: ChangeSet.TableChanges] = [:]
    var isAnyTable = false
    for (oid, rows) in touched.tables {
      guard let table = tables[oid] else {
        isAnyTable = true
        continue
      }
      // Two tables whose names differ in the case of letters alone are one to the engine.
      let known = wanted.columns(of: table.name) == nil ? nil : touched.rows[oid]
      changes[table.name] =
        changes[table.name] == nil ? try tableChanges(rows, known ?? [:], of: table) : .anyRow
    }
    return ChangeSet(
      number: number,
      origin: .otherProcess,
      tables: changes,
      mayChangeAnyTable: isAnyTable,
      changesSchema: touched.messages.contains(Self.messagePrefix) || touched.hasMoreMessages
    )
  }

  private func tableChanges(
    _ rows: TouchedTables.Rows,
    _ known: [[ReplicatedValue]: TouchedTables.Row],
    of table: Table
  ) throws -> ChangeSet.TableChanges {
    guard case .keys(let keys) = rows, let layout = table.key else { return .anyRow }
    var changes: [Change] = []
    changes.reserveCapacity(keys.count)
    for key in keys {
      guard let rowKey = try layout.rowKey(key) else { return .anyRow }
      let row = known[key]
      changes.append(
        Change(
          key: rowKey,
          old: row?.isNew == true ? .absent : .unknown,
          new: try row.map { try image($0.image, of: table) } ?? .unknown
        )
      )
    }
    return .rows(changes)
  }

  /// A row as it is after a transaction, with those values that were told.
  private func image(_ image: TouchedTables.Image, of table: Table) throws -> Change.Image {
    switch image {
    case .unknown: return .unknown
    case .absent: return .absent
    case .values(let values):
      guard values.count == table.relation.columns.count else { return .unknown }
      let told = try table.columns.map { try $0.column.value(values[$0.index]) }
      let known = told.compactMap(\.self)
      if known.count == told.count { return .row(Row(layout: table.layout, values: known)) }
      // A large value that stayed what it was is not told.
      let names = zip(table.columns, told).compactMap { $1 == nil ? nil : $0.column.name }
      return .row(Row(layout: RowLayout(columnNames: names), values: known))
    }
  }
}
