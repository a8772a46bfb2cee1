import DatabaseTypes
import Foundation
import PostgreSQL
import PostgreSQLTools

extension TouchedRows {
  /// Reads the rows that a commit affected, because it reports only some of their values.
  ///
  /// - Parameters:
  ///   - structure: The tables.
  ///   - limit: The number of rows of a table.
  init(
    _ changes: ChangeSet,
    of structure: StudioStructure,
    limit: Int,
    _ db: PostgresConnection
  ) throws {
    var rows = TouchedRows(isWhole: true)
    for (name, tableChanges) in changes.tables {
      guard case .rows(let all) = tableChanges, let table = try? structure.table(name),
        !table.key.isEmpty
      else { continue }
      let columns = table.columns.map(\.name)
      let layout = RowLayout(columnNames: columns)
      for change in all.prefix(limit) {
        guard let key = table.key(of: change.key) else { continue }
        rows.name(change.key, of: name, as: .primaryKey(key.map(\.value)))
        // The values of a deleted row cannot be read.
        guard change.new != .absent else { continue }
        guard let row = try db.cells(table.selection(of: columns, key: key)).first else { continue }
        rows.add(Row(layout: layout, values: row.map(\.value)), key: change.key, of: name)
      }
    }
    self = rows
  }
}

extension StudioTable {
  /// The values of a key in a grid's form; `nil` if it is not the grid's key.
  ///
  /// A change set contains them in the order of the table's columns, and in the form that the live
  /// engine compares.
  fileprivate func key(of key: RowKey) -> [WireCell]? {
    let columns = columns.filter { self.key.contains($0.name) }
    guard columns.count == key.values.count else { return nil }
    let cells = zip(columns, key.values).map { ($0.name, $0.cell(ofKey: $1)) }
    let byName = Dictionary(cells, uniquingKeysWith: { first, _ in first })
    return self.key.compactMap { byName[$0] }
  }
}

extension StudioTable.Column {
  /// The grid's form of a value in the form that the live engine compares.
  fileprivate func cell(ofKey value: DatabaseValue) -> WireCell {
    let shown: PostgresValue? =
      switch (valueType, value) {
      case ("date", .integer(let days)): .date(PostgresDate(days: Int32(clamping: days)))
      case ("timestamp without time zone", .integer(let microseconds)):
        .timestamp(PostgresTimestamp(microseconds: microseconds))
      case ("timestamp with time zone", .integer(let microseconds)):
        .timestamptz(PostgresTimestamp(microseconds: microseconds))
      case ("boolean", .integer(let number)): .bool(number != 0)
      case ("uuid", .blob(let bytes)) where bytes.count == 16: .uuid(Self.uuid(bytes))
      default: nil
      }
    return WireCell(shown?.shownValue ?? value)
  }

  private static func uuid(_ bytes: [UInt8]) -> UUID {
    let b = bytes
    return UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      )
    )
  }
}
