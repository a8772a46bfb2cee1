import LiveQueries
import LiveSQL

/// A second opinion on what a statement reads.
///
/// The library asks SQLite's authorizer, which is not told of everything. This reads the compiled
/// program: it cannot read a table without opening its root page, or that of one of its indexes.
/// Nothing here is shared with the library's own reading of programs.
enum WrittenRegions {
  /// Returns which table a statement opens that the library does not say it reads.
  static func complaint(_ sql: String, _ db: Database) throws -> String? {
    let regions = [try db.region(ofSQL: sql), try db.livePlan(ofSQL: sql).region]
    let opened = try openedTables(sql, db)
    for region in regions {
      let missing = opened.filter { region.columns(of: $0) == nil }
      if !missing.isEmpty { return "\(sql)\nopens \(missing), and reads only \(region)" }
    }
    return nil
  }

  /// Returns the tables that the program of a statement opens.
  static func openedTables(_ sql: String, _ db: Database) throws -> [TableName] {
    var tables: [TableName] = []
    var opensVirtualTable = false
    for row in try Row.fetchAll(db, sql: "EXPLAIN " + sql) {
      let opcode: String = try row["opcode"]
      if opcode == "VOpen" { opensVirtualTable = true }
      guard opcode == "OpenRead" || opcode == "ReopenIdx" else { continue }
      tables += try owners(page: row["p2"], database: row["p3"], db)
    }
    if opensVirtualTable { tables += try virtualTables(in: sql, db) }
    return tables
  }

  /// Returns the table that owns a root page; there is none for the table of all tables.
  private static func owners(page: Int, database: Int, _ db: Database) throws -> [TableName] {
    let schemas = try Row.fetchAll(db, sql: "PRAGMA database_list")
    for schema in schemas where try schema.decode(Int.self, forColumn: "seq") == database {
      let name: String = try schema["name"]
      let sql = "SELECT tbl_name FROM \(name).sqlite_master WHERE rootpage = ?"
      return try String.fetchAll(db, sql: sql, arguments: [page])
        .map { TableName(schema: name, $0) }
    }
    return []
  }

  /// Returns the virtual tables whose names are in a statement: its program does not name them.
  private static func virtualTables(in sql: String, _ db: Database) throws -> [TableName] {
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage = 0"
    return try String.fetchAll(db, sql: names)
      .filter { sql.lowercased().contains($0.lowercased()) }.map { TableName($0) }
  }
}
