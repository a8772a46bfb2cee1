import DatabaseTypes
import SQLiteDatabase

/// What a dump writes, in its order.
struct DumpContent {
  /// A table whose definition and rows are written.
  struct Table {
    let name: TableName
    let sql: String
    let isVirtual: Bool
  }

  let options: SQLDumpOptions
  /// Tables in the order in which they were made.
  private(set) var tables: [Table] = []
  /// Indexes, then views, then triggers: a trigger may stand on a view.
  private(set) var later: [SchemaObject] = []
  /// The tables of SQLite's own whose rows are written: `sqlite_sequence` and `sqlite_stat1`.
  private(set) var internalTables: Set<String> = []

  init(_ db: Database, _ options: SQLDumpOptions) throws {
    self.options = options
    let objects = try db.objects()
    let kinds = try Dictionary(db.tables().map { ($0.name, $0.kind) }) { first, _ in first }
    let names = try Self.chosen(options.tables, among: objects, kinds)
    for object in objects where object.kind == .table {
      if object.isInternal {
        internalTables.insert(object.name.name)
      } else if let sql = object.sql, names?.contains(object.name) ?? true,
        options.includesRows || kinds[object.name] != .shadow
      {
        let isVirtual = kinds[object.name] == .virtual
        tables.append(Table(name: object.name, sql: sql, isVirtual: isVirtual))
      }
    }
    later = Self.later(objects, names)
  }

  /// Whether all of the database is written, and not some tables of it.
  var isWhole: Bool { options.tables == nil }

  /// Whether one of the tables has the last numbers of `AUTOINCREMENT`.
  var hasAutoincrement: Bool {
    tables.contains { !$0.isVirtual && SQLWords($0.sql).contains("AUTOINCREMENT") }
  }

  /// The names that were asked for, with the tables that keep the data of virtual ones; `nil` for all.
  private static func chosen(
    _ tables: [String]?,
    among objects: [SchemaObject],
    _ kinds: [TableName: TableInfo.Kind]
  ) throws -> Set<TableName>? {
    guard let tables else { return nil }
    let known = objects.filter { $0.kind == .table || $0.kind == .view }.map(\.name)
    var names: Set<TableName> = []
    for name in tables.map({ TableName($0) }) {
      guard known.contains(name), !isInternalName(name.name) else {
        throw DatabaseError(code: .notFound, message: "There is no table or view “\(name)”.")
      }
      names.insert(name)
      guard kinds[name] == .virtual else { continue }
      names.formUnion(known.filter { kinds[$0] == .shadow && isShadow($0.name, of: name.name) })
    }
    return names
  }

  /// Whether a name is that of a table in which a virtual one keeps its data.
  ///
  /// https://www.sqlite.org/vtab.html#the_xshadowname_method
  private static func isShadow(_ name: String, of table: String) -> Bool {
    name.lowercased().hasPrefix(table.lowercased() + "_")
  }

  private static func later(
    _ objects: [SchemaObject],
    _ names: Set<TableName>?
  ) -> [SchemaObject] {
    [SchemaObject.Kind.index, .view, .trigger].flatMap { kind in
      objects.filter { object in
        guard object.kind == kind, object.sql != nil else { return false }
        let owner = kind == .view ? object.name : TableName(object.table)
        return names?.contains(owner) ?? true
      }
    }
  }
}
