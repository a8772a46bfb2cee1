import DatabaseTypes
import SQLite
import SQLiteDatabase

/// Two databases that are compared, each in one snapshot, and the differences of their schemas.
struct ComparedDatabases {
  /// The first database.
  let left: Database
  /// The second database.
  let right: Database
  /// The differences of the schemas: first what only the first has, then the rest in the second's
  /// order.
  private(set) var changes: [SchemaChange] = []
  /// The tables that both have, in the order of the second.
  private(set) var tables: [ComparedTable] = []
  /// The names to which the comparison is limited; `nil` for all.
  private let names: Set<TableName>?
  private let leftObjects: [SchemaObject]
  private let rightObjects: [SchemaObject]

  /// Reads both schemas.
  ///
  /// - Throws: ``CommandFailure`` for a table that neither database has.
  init(_ left: Database, _ right: Database, tables chosen: [String]) throws {
    (self.left, self.right) = (left, right)
    names = chosen.isEmpty ? nil : Set(chosen.map { TableName($0) })
    leftObjects = try Self.objects(of: left, names)
    rightObjects = try Self.objects(of: right, names)
    try checkNames()
    changes = Self.changes(from: leftObjects, to: rightObjects)
    let collation = try Self.collation(left, right)
    for object in rightObjects where object.kind == .table {
      guard let other = leftObjects.first(where: { $0.hasSameName(as: object) }) else { continue }
      tables.append(
        try ComparedTable(
          object.name,
          left,
          right,
          isRedefined: !other.isDefined(as: object),
          collation: collation
        )
      )
    }
  }

  /// Returns the objects of one database, without implicitly created ones.
  private static func objects(of db: Database, _ names: Set<TableName>?) throws -> [SchemaObject] {
    let shadows = try Set(db.tables().filter { $0.kind == .shadow }.map(\.name))
    return try db.objects().filter { object in
      let owner =
        object.kind == .table || object.kind == .view ? object.name : TableName(object.table)
      return !object.isInternal && object.sql != nil && !shadows.contains(owner)
        && names?.contains(owner) ?? true
    }
  }

  private func checkNames() throws {
    let known = Set((leftObjects + rightObjects).map(\.name))
    for name in (names ?? []).sorted(by: { $0.name < $1.name }) where !known.contains(name) {
      throw CommandFailure(message: "Neither database has a table or view named \(name).")
    }
  }

  private static func changes(from left: [SchemaObject], to right: [SchemaObject]) -> [SchemaChange]
  {
    let removed = left.filter { object in !right.contains { $0.hasSameName(as: object) } }
    return removed.map { SchemaChange(left: $0, right: nil) }
      + right.compactMap { object in
        let other = left.first { $0.hasSameName(as: object) }
        let isSame = other?.isDefined(as: object) ?? false
        return isSame ? nil : SchemaChange(left: other, right: object)
      }
  }

  /// Returns a collation by which both databases order their keys in the same way.
  ///
  /// `BINARY` compares the bytes of the encoding, so different encodings, and UTF-16, need a custom
  /// collation.
  private static func collation(_ left: Database, _ right: Database) throws -> String {
    let databases = [left, right]
    let encodings = try databases.map { try String.fetchOne($0, sql: "PRAGMA encoding") ?? "" }
    if encodings == ["UTF-8", "UTF-8"] { return "BINARY" }
    for database in databases {
      try database.connection.addCollation("livesql_bytes") { left, right in
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        if left == right { return .same }
        return left.lexicographicallyPrecedes(right) ? .ascending : .descending
      }
    }
    return "livesql_bytes"
  }
}

extension ComparedDatabases {
  /// Whether the whole databases are compared.
  var isWhole: Bool { names == nil }

  /// Returns the objects of a kind in the second database.
  func rightObjects(_ kind: SchemaObject.Kind) -> [SchemaObject] {
    rightObjects.filter { $0.kind == kind }
  }

  /// Returns the objects of a kind in the first database.
  func leftObjects(_ kind: SchemaObject.Kind) -> [SchemaObject] {
    leftObjects.filter { $0.kind == kind }
  }

  /// Returns the numbers in the file headers that differ, by the names of their pragmas.
  func numbers() throws -> [(name: String, left: Int64, right: Int64)] {
    guard isWhole else { return [] }
    return try ["user_version", "application_id"].compactMap { name in
      let numbers = try [left, right].map { try Int64.fetchOne($0, sql: "PRAGMA \(name)") ?? 0 }
      return numbers[0] == numbers[1] ? nil : (name, numbers[0], numbers[1])
    }
  }
}

extension ComparedDatabases {
  /// Returns the `AUTOINCREMENT` sequences that differ, for tables with the same definition.
  func sequences() throws -> [(table: String, left: Int64?, right: Int64?)] {
    let (old, new) = (try Self.sequences(of: left), try Self.sequences(of: right))
    return tables.filter { !$0.isRedefined }.compactMap { table in
      let name = table.name
      return old[name] == new[name] ? nil : (name.name, old[name], new[name])
    }
  }

  /// Returns the last `AUTOINCREMENT` numbers, by table name.
  ///
  /// https://www.sqlite.org/autoinc.html
  static func sequences(of db: Database) throws -> [TableName: Int64] {
    guard try db.objects().contains(where: { $0.name == "sqlite_sequence" }) else { return [:] }
    let rows = try Row.fetchAll(db, sql: "SELECT name, seq FROM main.sqlite_sequence")
    return Dictionary(
      rows.map { (TableName($0.values[0].text(at: 0) ?? ""), $0.values[1].integer(at: 0)) },
      uniquingKeysWith: { $1 }
    )
  }
}

/// A schema object that only one database has, or that is defined differently.
struct SchemaChange {
  /// The object of the first database.
  let left: SchemaObject?
  /// The object of the second database.
  let right: SchemaObject?

  /// The object of the second database, or else of the first.
  var object: SchemaObject? { right ?? left }
}

extension SchemaObject {
  /// Returns whether another object is the same one in another database.
  func hasSameName(as other: SchemaObject) -> Bool { kind == other.kind && name == other.name }
}

extension SchemaObject {
  /// Returns whether another object has the same definition.
  ///
  /// SQLite keeps blanks at the end of the definition of an index.
  fileprivate func isDefined(as other: SchemaObject) -> Bool {
    let definitions = [self, other].map { object in
      object.sql.map { sql in Array(sql.utf8.reversed().drop { $0 == 0x20 || $0 == 0x0A }) }
    }
    return definitions[0] == definitions[1]
  }
}
