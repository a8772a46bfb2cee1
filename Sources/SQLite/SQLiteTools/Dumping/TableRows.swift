import DatabaseTypes
import SQLiteDatabase

/// The rows of a table, as a dump writes them.
struct TableRows {
  let name: TableName
  /// The number of rows.
  let count: Int
  /// The query that reads them, in the order of their key.
  let select: String
  /// The query that reads their numbers, in the same order, if these are written first and there is
  /// no room for them beside the columns.
  let selectNumbers: String?
  /// The beginning of a statement that inserts rows, up to `VALUES`.
  let insertion: String

  init(_ name: TableName, of db: Database) throws {
    let columns = try db.columns(in: name)
    let stored = columns.filter { !$0.isGenerated && !$0.isHidden }.map(\.name)
    let key = try db.primaryKey(name)
    let rowID = key.hasRowID ? rowIDName(besides: columns.map(\.name)) : nil
    let numbers = try RowNumbers(of: name, rowID: rowID, db)
    self.name = name
    count = numbers.count
    var written = stored.map(quotedIdentifier)
    // Row numbers without gaps are assigned again anyway.
    if key.rowIDColumn == nil, let rowID, !numbers.areGapless { written.insert(rowID, at: 0) }
    let table = quotedIdentifier(name.name)
    let order = rowID.map { " ORDER BY \($0)" } ?? ""
    let source = " FROM \(quotedIdentifier(name.schema)).\(table)\(order)"
    let isOverfull = written.count > db.columnLimit
    selectNumbers = isOverfull ? written.first.map { "SELECT \($0)\(source)" } : nil
    select = "SELECT \(written.dropFirst(isOverfull ? 1 : 0).joined(separator: ","))\(source)"
    let isPlain = written.count == columns.count && stored.count == columns.count
    insertion =
      "INSERT INTO \(table)"
      + (isPlain ? "" : "(" + written.joined(separator: ",") + ")") + " VALUES"
  }
}

/// The number of rows of a table, and the gaps in their numbers.
private struct RowNumbers {
  let count: Int
  /// Whether the row numbers are 1, 2, 3 and so on.
  let areGapless: Bool

  init(of table: TableName, rowID: String?, _ db: Database) throws {
    let rowID = rowID ?? "NULL"
    let place = "\(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name))"
    let row = try Row.fetchOne(
      db,
      sql: "SELECT count(*), min(\(rowID)), max(\(rowID)) FROM \(place)"
    )
    let values = row?.values ?? [.integer(0), .null, .null]
    count = Int(values[0].integer(at: 0))
    areGapless = count == 0 || values[1] == 1 && values[2] == .integer(Int64(count))
  }
}
