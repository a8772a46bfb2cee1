import DatabaseTypes
import SQLiteDatabase

/// The content of a database's ordinary tables, compared by bytes and storage classes.
struct DatabaseState: Equatable, CustomStringConvertible {
  private var tables: [String: [[DatabaseValue]]] = [:]

  init(_ database: any DatabaseWriter) throws { self = try database.read { try Self($0) } }

  init(_ db: Database) throws {
    for table in try db.tables() where table.kind == .table {
      let name = table.name.name
      if name.hasPrefix("sqlite_") { continue }
      let number = try db.primaryKey(table.name).hasRowID ? "rowid, " : ""
      let rows = try Row.fetchAll(db, sql: "SELECT \(number)* FROM \"\(name)\"")
      tables[name] = rows.map(\.values).sorted { "\($0)" < "\($1)" }
    }
  }

  /// Returns the differences for the report of a test.
  func difference(from other: DatabaseState) -> String {
    Set(tables.keys).union(other.tables.keys).sorted().compactMap { name in
      let (mine, theirs) = (tables[name] ?? [], other.tables[name] ?? [])
      let (gone, new) = (theirs.filter { !mine.contains($0) }, mine.filter { !theirs.contains($0) })
      return mine == theirs ? nil : "\(name): -\(gone) +\(new)"
    }.joined(separator: "\n")
  }

  var description: String { "\(tables)" }
}
