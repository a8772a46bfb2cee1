import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import Synchronization

/// A collector of a database's change sets, which are compared with the content of its tables.
final class CaptureProbe: Sendable {
  let database: any DatabaseWriter
  private let received: Received
  private let subscription: ChangeSubscription

  private final class Received: Sendable {
    let changeSets = Mutex<[ChangeSet]>([])
  }

  convenience init(
    _ database: any DatabaseWriter,
    region: Region = .fullDatabase,
    detail: ChangeSource.Detail = .rows
  ) {
    self.init(database, region: region, rows: detail == .rows ? region : Region())
  }

  init(_ database: any DatabaseWriter, region: Region, rows: Region) {
    let received = Received()
    self.database = database
    self.received = received
    subscription = database.changeSource.subscribe(
      to: region,
      rows: rows,
      receive: { changes in received.changeSets.withLock { $0.append(changes) } }
    )
  }

  /// Returns the change sets since the last call.
  func take() -> [ChangeSet] {
    received.changeSets.withLock { changeSets in
      defer { changeSets = [] }
      return changeSets
    }
  }

  /// Runs a transaction, which may throw, and returns its change sets.
  func write(_ body: (Database) throws -> Void) throws -> [ChangeSet] {
    try database.write(body)
    return take()
  }

  /// Runs statements that each commit on their own, and returns their change sets.
  func run(_ sql: String...) throws -> [ChangeSet] {
    try database.writeWithoutTransaction { db in
      for sql in sql { try db.execute(sql: sql) }
    }
    return take()
  }
}

/// The rows of all tables in one snapshot.
struct DatabaseContent: Equatable {
  struct Table: Equatable {
    let columnNames: [String]
    var rows: [RowKey: [DatabaseValue]]
  }

  var tables: [TableName: Table] = [:]

  /// Reads all rows.
  init(_ db: Database) throws {
    let listed = try Row.fetchAll(
      db,
      sql: """
        SELECT schema, name, wr, type FROM pragma_table_list
        WHERE type IN ('table', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY schema, name
        """
    )
    for entry in listed {
      let name: TableName = TableName(schema: try entry["schema"], try entry["name"])
      tables[name] = try Self.table(name, hasRowID: entry["wr"] == 0, db)
    }
  }

  private static func table(_ name: TableName, hasRowID: Bool, _ db: Database) throws -> Table {
    let columns = "FROM pragma_table_xinfo(?, ?) WHERE hidden <> 1"
    let arguments: StatementArguments = [name.name, name.schema]
    let names = try String.fetchAll(
      db,
      sql: "SELECT name \(columns) ORDER BY cid",
      arguments: arguments
    )
    let primaryKey = try String.fetchAll(
      db,
      sql: "SELECT name \(columns) AND pk > 0 ORDER BY pk",
      arguments: arguments
    )
    let rowID = ["rowid", "_rowid_", "oid"].first { candidate in
      !names.contains { $0.lowercased() == candidate }
    }
    let keyNames = hasRowID ? [rowID ?? "rowid"] : primaryKey
    let list = (keyNames + names).map(quoted).joined(separator: ", ")
    let sql = "SELECT \(list) FROM \(quoted(name.schema)).\(quoted(name.name))"
    var rows: [RowKey: [DatabaseValue]] = [:]
    for row in try Row.fetchAll(db, sql: sql) {
      rows[key(Array(row.values.prefix(keyNames.count)), hasRowID)] =
        Array(row.values.dropFirst(keyNames.count))
    }
    return Table(columnNames: names, rows: rows)
  }

  private static func key(_ values: [DatabaseValue], _ hasRowID: Bool) -> RowKey {
    if hasRowID, case .integer(let id) = values[0] { return .rowID(id) }
    return .primaryKey(values)
  }
}

/// Returns an identifier in SQL.
func quoted(_ name: String) -> String { "\"" + name + "\"" }

extension ChangeSet {
  /// Returns the changes of a table if each row is known.
  func rows(_ table: TableName) -> [Change]? {
    if case .rows(let changes) = tables[table] { changes } else { nil }
  }

  /// Whether any row of a table may have changed.
  func isAnyRow(_ table: TableName) -> Bool { tables[table] == .anyRow }
}

extension Change {
  /// The values before and after, for an easy comparison.
  var values: [[DatabaseValue]?] { [old.row?.values, new.row?.values] }
}
