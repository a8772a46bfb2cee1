import DatabaseTypes
import SQLiteDatabase
import SQLiteTools
import Terminal

/// A writer of the SQL that turns the first database into the second.
///
/// A table with another definition is created again, with all its rows. Triggers are dropped while
/// rows change. Rows are deleted before others are inserted, so that none conflicts with another.
struct DifferenceScript {
  private let databases: ComparedDatabases
  private let comparesRows: Bool
  private var script: LineStream
  private let literals: SQLLiterals
  /// The tables that the second database has and the first does not.
  private var newTables: [SchemaObject] = []
  /// The tables in both databases whose rows differ.
  private var changedTables: [ComparedTable] = []

  init(_ databases: ComparedDatabases, comparesRows: Bool, output: Output) throws {
    self.databases = databases
    self.comparesRows = comparesRows
    script = LineStream(output)
    literals = try SQLLiterals(databases.right)
    newTables = databases.rightObjects(.table).filter { table in
      databases.changes.contains { $0.right?.hasSameName(as: table) == true }
    }
  }

  /// Writes everything, and returns whether there are differences.
  mutating func write() throws -> Bool {
    if comparesRows { try findChangedTables() }
    let numbers = try databases.numbers()
    let hasSequences = try comparesRows && !databases.sequences().isEmpty
    guard !databases.changes.isEmpty || !changedTables.isEmpty || !numbers.isEmpty || hasSequences
    else { return false }
    try script.add("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;")
    try drop()
    for table in newTables { try add(table.sql) }
    if comparesRows {
      if areRowsUnchecked { try script.add(String(UncheckedRows.start.dropLast())) }
      try writeRows()
      if areRowsUnchecked { try script.add(String(UncheckedRows.end.dropLast())) }
    }
    try create()
    if comparesRows { try writeSequences() }
    for number in numbers { try script.add("PRAGMA \(number.name)=\(number.right);") }
    try script.add("COMMIT;")
    try script.flush()
    return true
  }

  /// Whether rows are written that a CHECK constraint might refuse.
  private var areRowsUnchecked: Bool {
    let written = Set(newTables.map(\.name) + changedTables.map(\.name))
    return databases.rightObjects(.table).contains { table in
      written.contains(table.name) && UncheckedRows.areNeeded(forTable: table.sql ?? "")
    }
  }

  private mutating func findChangedTables() throws {
    for table in databases.tables where !table.isRedefined {
      guard table.key != nil else {
        throw CommandFailure(
          message:
            "The rows of \(table.name) cannot be compared: they have neither a key nor a row number in common."
        )
      }
      let merge = RowMerge(table: table, left: databases.left, right: databases.right)
      if try merge.hasDifference() { changedTables.append(table) }
    }
  }

  private mutating func add(_ statement: String?) throws {
    guard let statement else { return }
    try script.add(endedDefinition(statement))
  }
}

extension DifferenceScript {
  /// Drops objects that the second database lacks or defines differently, and triggers that would
  /// run.
  private mutating func drop() throws {
    for kind in [SchemaObject.Kind.trigger, .view, .index, .table] {
      for object in databases.leftObjects(kind) where isDropped(object) {
        try script.add("DROP \(kind.rawValue.uppercased()) \(quotedIdentifier(object.name.name));")
      }
    }
  }

  private func isDropped(_ object: SchemaObject) -> Bool {
    if isDifferent(object) { return !isOnRemovedTable(object) }
    return object.kind == .trigger && isOnChangedTable(object)
  }

  private func isDifferent(_ object: SchemaObject) -> Bool {
    databases.changes.contains { $0.left?.hasSameName(as: object) == true }
  }

  /// Returns whether it disappears together with its table.
  private func isOnRemovedTable(_ object: SchemaObject) -> Bool {
    // Triggers are dropped first, so those of tables and views are dropped one by one.
    object.kind == .index
      && databases.changes.contains {
        $0.left?.kind == .table && $0.left?.name == TableName(object.table)
      }
  }

  private func isOnChangedTable(_ object: SchemaObject) -> Bool {
    changedTables.contains { $0.name == TableName(object.table) }
  }

  /// Creates the objects of the second database, and those that were dropped with their tables.
  private mutating func create() throws {
    for kind in [SchemaObject.Kind.index, .view, .trigger] {
      for object in databases.rightObjects(kind) where isCreated(object) { try add(object.sql) }
    }
  }

  private func isCreated(_ object: SchemaObject) -> Bool {
    if databases.changes.contains(where: { $0.right?.hasSameName(as: object) == true }) {
      return true
    }
    guard object.kind != .view else { return false }
    let owner = TableName(object.table)
    // Objects on a table or view that was created again were dropped with it.
    let isOnNew = databases.changes.contains {
      $0.object?.name == owner && [.table, .view].contains($0.object?.kind)
    }
    return isOnNew || object.kind == .trigger && isOnChangedTable(object)
  }
}

extension DifferenceScript {
  private mutating func writeRows() throws {
    for table in newTables { try writeAllRows(of: table.name) }
    for table in changedTables {
      let merge = RowMerge(table: table, left: databases.left, right: databases.right)
      try merge.forEach { difference in
        try writeDeletion(difference, table)
        return true
      }
      try merge.forEach { difference in
        try writeInsertion(difference, table)
        return true
      }
    }
  }

  private mutating func writeAllRows(of name: TableName) throws {
    let table = try ComparedTable(
      name,
      databases.right,
      databases.right,
      isRedefined: false,
      collation: "BINARY"
    )
    let rows = try table.allRows(of: databases.right)
    try rows.start()
    defer { rows.finish() }
    while let values = try rows.next() { try writeInsertion(of: values, table) }
  }

  private mutating func writeDeletion(_ difference: RowDifference, _ table: ComparedTable) throws {
    switch difference {
    case .inserted: return
    case .updated(let key, let old, let new):
      guard table.mayConflict(old, new) else { return }
      try writeDeletion(key, table)
    case .removed(let key, _): try writeDeletion(key, table)
    }
  }

  private mutating func writeDeletion(_ key: [DatabaseValue], _ table: ComparedTable) throws {
    let name = quotedIdentifier(table.name.name)
    try script.add("DELETE FROM \(name) WHERE \(condition(key, table));")
  }

  private mutating func writeInsertion(_ difference: RowDifference, _ table: ComparedTable) throws {
    switch difference {
    case .removed: return
    case .inserted(let key, let values):
      try writeInsertion(of: (table.isKeyedByRowNumber ? key : []) + values, table)
    case .updated(let key, let old, let new):
      if table.mayConflict(old, new) {
        return try writeInsertion(of: (table.isKeyedByRowNumber ? key : []) + new, table)
      }
      let changes = try table.columns.indices.filter { old[$0] != new[$0] }.map { index in
        "\(quotedIdentifier(table.columns[index]))=\(try literals.literal(of: new[index]))"
      }
      try script.add(
        "UPDATE \(quotedIdentifier(table.name.name)) SET \(changes.joined(separator: ",")) "
          + "WHERE \(condition(key, table));"
      )
    }
  }

  private mutating func writeInsertion(of values: [DatabaseValue], _ table: ComparedTable) throws {
    let columns = table.insertedColumns.map(quotedIdentifier).joined(separator: ",")
    let literals = try values.map(literals.literal).joined(separator: ",")
    try script.add(
      "INSERT INTO \(quotedIdentifier(table.name.name))(\(columns)) VALUES(\(literals));"
    )
  }

  private func condition(_ key: [DatabaseValue], _ table: ComparedTable) throws -> String {
    try conjunction(
      of: zip(table.key ?? [], key).map { name, value in
        "\(quotedIdentifier(name))=\(try literals.literal(of: value))"
      }
    )
  }

  /// Writes the `AUTOINCREMENT` numbers, which insertions may have changed.
  private mutating func writeSequences() throws {
    let changed = Set(newTables.map(\.name) + changedTables.map(\.name))
    let differing = Set(try databases.sequences().map { TableName($0.table) })
    let numbers = try ComparedDatabases.sequences(of: databases.right)
    for table in databases.rightObjects(.table) {
      guard changed.contains(table.name) || differing.contains(table.name) else { continue }
      let number = numbers[table.name]
      guard number != nil || differing.contains(table.name) else { continue }
      let name = try literals.literal(of: .text(table.name.name))
      try script.add("DELETE FROM sqlite_sequence WHERE name=\(name);")
      if let number {
        try script.add("INSERT INTO sqlite_sequence(name,seq) VALUES(\(name),\(number));")
      }
    }
  }
}
