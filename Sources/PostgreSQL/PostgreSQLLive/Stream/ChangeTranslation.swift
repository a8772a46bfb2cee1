import DatabaseTypes
import PostgreSQL

/// A translator of streamed transactions into change sets.
struct ChangeTranslation {
  /// The prefix of a message which reports that the schema has changed.
  static let messagePrefix = "livesql"

  private struct Table {
    let relation: ReplicatedRelation
    let name: TableName
    let key: RowKeyLayout?
    /// The columns whose values are reported, by index.
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

  /// Records the description of a table.
  mutating func add(_ relation: ReplicatedRelation) {
    let schema = relation.schema.isEmpty ? "pg_catalog" : relation.schema
    tables[relation.oid] = Table(relation, TableName(schema: schema, relation.name))
  }

  /// Returns the change set of a transaction.
  ///
  /// - Parameter wanted: The tables for which to include the values of changed rows.
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
      // Two tables whose names differ only in case are the same to the engine.
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

  /// Returns a row after a transaction, with those values that were sent.
  private func image(_ image: TouchedTables.Image, of table: Table) throws -> Change.Image {
    switch image {
    case .unknown: return .unknown
    case .absent: return .absent
    case .values(let values):
      guard values.count == table.relation.columns.count else { return .unknown }
      let reported = try table.columns.map { try $0.column.value(values[$0.index]) }
      let known = reported.compactMap(\.self)
      if known.count == reported.count { return .row(Row(layout: table.layout, values: known)) }
      // A large value that did not change is not sent.
      let names = zip(table.columns, reported).compactMap { $1 == nil ? nil : $0.column.name }
      return .row(Row(layout: RowLayout(columnNames: names), values: known))
    }
  }
}
