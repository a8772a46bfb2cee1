import DatabaseTypes
import SQLiteDatabase

/// The content of a dump, in the order in which it is written.
struct DumpContent {
  /// A table whose definition and rows are written.
  struct Table {
    let name: TableName
    let sql: String
    let isVirtual: Bool
  }

  let options: SQLDumpOptions
  /// The tables, in the order in which they were created.
  private(set) var tables: [Table] = []
  /// Indexes, then views, then triggers, since a trigger may be on a view.
  private(set) var objectsAfterRows: [SchemaObject] = []
  /// SQLite's own tables whose rows are written: `sqlite_sequence` and `sqlite_stat1`.
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
    objectsAfterRows = Self.objectsAfterRows(objects, names)
  }

  /// Whether the dump covers the whole database, rather than some of its tables.
  var isWhole: Bool { options.tables == nil }

  /// Whether one of the tables uses `AUTOINCREMENT`.
  var hasAutoincrement: Bool {
    tables.contains { !$0.isVirtual && sqlWords(of: $0.sql).contains("AUTOINCREMENT") }
  }

  /// Returns the requested names, with the tables that hold the data of virtual tables; `nil` for
  /// all.
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

  /// Returns whether a name is that of a table in which a virtual table keeps its data.
  ///
  /// https://www.sqlite.org/vtab.html#the_xshadowname_method
  private static func isShadow(_ name: String, of table: String) -> Bool {
    name.lowercased().hasPrefix(table.lowercased() + "_")
  }

  private static func objectsAfterRows(
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
