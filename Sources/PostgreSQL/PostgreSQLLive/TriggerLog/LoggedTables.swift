import DatabaseTypes
import PostgreSQL

/// The tables whose triggers write the log, and the form of their keys in it.
struct LoggedTables: Sendable {
  fileprivate struct Table: Sendable {
    let name: TableName
    let layout: String?
    let key: RowKeyLayout?
    let types: Int
  }

  private var tables: [UInt32: Table] = [:]
  /// The shapes, by partition or unpartitioned table.
  private var shapes: [UInt32: Int32] = [:]

  /// The tables in the form of live queries.
  private(set) var reported = PostgresReportedTables([], advice: "")
  /// The warnings to report.
  private(set) var warnings: [String] = []

  /// Creates a value without tables.
  init() {}

  /// Reads the tables.
  ///
  /// - Throws: ``PostgresError``, with the SQL to run if the log has not been set up.
  init(_ connection: PostgresConnection, _ log: PostgresTriggerLog) throws {
    do { try read(connection, log) } catch let error as PostgresError {
      throw error.withLogHint(log, connection.isStandby)
    }
  }

  private mutating func read(_ connection: PostgresConnection, _ log: PostgresTriggerLog) throws {
    var all: [UInt32: PostgresReportedTables.Table] = [:]
    var layouts: [UInt32: (logged: String?, now: String?)] = [:]
    try connection.execute(Self.tablesSQL(log), [.text(log.schema)]).forEach { row throws in
      let oid = try row.decode(UInt32.self, at: 0)
      let name = PostgresTable(try row.decode(at: 2), schema: try row.decode(String.self, at: 1))
      var table = PostgresReportedTables.Table(oid: oid, name)
      let kind = try row.decode(String.self, at: 3)
      table.isPartitioned = kind == "p"
      layouts[oid] = (try row.decode(at: 4), try row.decode(at: 5))
      table.facts = [[kind, layouts[oid]?.logged ?? "", layouts[oid]?.now ?? ""]]
      let (isSame, isInherited) = (
        try row.decode(Bool.self, at: 6), try row.decode(Bool.self, at: 7)
      )
      let bare = try row.decode(String?.self, at: 8)
      table.isReadable = try row.decode(at: 9)
      table.problem = .problem(
        name,
        log,
        isSame: isSame,
        isInherited: isInherited,
        partsWithoutTriggers: bare
      )
      all[oid] = table
    }
    try TableColumns.read(connection, into: &all) { $0.isOfKey }
    for (oid, layout) in layouts where layout.logged != layout.now || layout.logged == nil {
      all[oid]?.keyColumns = []
      if let name = all[oid]?.exactName, layout.logged != layout.now {
        warnings.append(
          """
          The key of \(name.quotedName) is not the one that the trigger log was set up with, so any of its rows \
          counts as changed: \(log.tellSQL(name))
          """
        )
      }
    }
    for table in all.values {
      tables[table.oid] = Table(
        name: table.name,
        layout: layouts[table.oid]?.logged,
        key: table.key,
        types: table.keyColumns.count
      )
    }
    reported = PostgresReportedTables(
      all.values,
      advice: "SELECT \(log.name).tell('…')",
      includesUnlogged: true
    )
    try connection.execute(Self.shapesSQL(log)).forEach { row throws in
      shapes[try row.decode(at: 0)] = try row.decode(Int32.self, at: 1)
    }
  }

  private static func tablesSQL(_ log: PostgresTriggerLog) -> String {
    """
    SELECT c.oid::bigint, n.nspname::text, c.relname::text, c.relkind::text, t.layout, \(log.name).layout(c.oid),
      t.number = c.oid,
      EXISTS (
        SELECT FROM pg_catalog.pg_inherits AS i WHERE i.inhrelid = c.oid OR i.inhparent = c.oid AND c.relkind <> 'p'
      ),
      (
        SELECT string_agg(p.part::regclass::text, ', ' ORDER BY p.part)
        FROM (\(PublishedTables.tree(of: "c.oid"))) AS p (part)
        WHERE 4 > (
          SELECT count(*) FROM pg_catalog.pg_trigger AS g JOIN pg_catalog.pg_proc AS f ON f.oid = g.tgfoid
          JOIN pg_catalog.pg_namespace AS s ON s.oid = f.pronamespace
          WHERE g.tgrelid = p.part AND s.nspname = $1 AND g.tgenabled IN ('A', 'O')
        )
      ),
      pg_catalog.has_table_privilege(c.oid, 'SELECT') AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    FROM \(log.name).tables AS t JOIN pg_catalog.pg_class AS c ON c.oid = t.tab::oid
    JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    """
  }

  private static func shapesSQL(_ log: PostgresTriggerLog) -> String {
    """
    SELECT p.part::bigint, \(log.name).shape(p.part) FROM \(log.name).tables AS t
    CROSS JOIN LATERAL (\(PublishedTables.tree(of: "t.tab::oid"))) AS p (part)
    WHERE \(log.name).shape(p.part) IS NOT NULL
    """
  }
}

// MARK: - Change sets

extension LoggedTables {
  /// The rows that a transaction has touched.
  struct Touched: Sendable {
    /// The keys by table; `nil` for any row.
    fileprivate var tables: [TableName: Set<RowKey>?] = [:]
    fileprivate(set) var isAnyTable = false
    fileprivate(set) var isSchemaSaid = false
    /// Whether a table may differ from what is known of it.
    fileprivate(set) var isSchemaStale = false

    /// Returns the rows as a change set.
    func changeSet(_ number: Int) -> ChangeSet {
      ChangeSet(
        number: number,
        origin: .otherProcess,
        tables: tables.mapValues { keys in
          guard let keys else { return .anyRow }
          return .rows(keys.map { Change(key: $0, old: .unknown, new: .unknown) })
        },
        mayChangeAnyTable: isAnyTable,
        changesSchema: isSchemaSaid
      )
    }
  }

  /// Adds an entry of the log.
  func add(_ entry: LogReading.Entry, to touched: inout Touched) {
    if entry.table == 0 {
      (touched.isSchemaSaid, touched.isSchemaStale) = (true, true)
      return
    }
    guard let table = tables[entry.table], let shape = entry.shape, shape == shapes[entry.part]
    else {
      // The table may have another name by now.
      (touched.isAnyTable, touched.isSchemaStale) = (true, true)
      return
    }
    // Two tables whose names differ only in case are the same to the engine.
    let isAlone = reported.table(table.name) != nil
    // The set is changed in place: copying it for each statement would take quadratic time.
    var keys = touched.tables.removeValue(forKey: table.name) ?? []
    if !isAlone || !table.addKeys(of: entry, to: &keys) { keys = nil }
    touched.tables.updateValue(keys, forKey: table.name)
  }
}

extension LoggedTables.Table {
  /// The number of keys that are kept per transaction, before any row of the table counts as
  /// touched.
  private static let keyLimit = 10_000

  /// Adds the keys of an entry.
  ///
  /// - Returns: `false` if they are not in the log.
  fileprivate func addKeys(of entry: LogReading.Entry, to keys: inout Set<RowKey>?) -> Bool {
    guard keys != nil, let key, entry.layout == layout, let bytes = entry.keys else { return false }
    var cursor = bytes[...]
    while !cursor.isEmpty {
      var values: [ReplicatedValue] = []
      for _ in 0..<types {
        guard let value = Self.value(&cursor) else { return false }
        values.append(.binary(value))
      }
      guard let key = try? key.rowKey(values) else { return false }
      keys?.insert(key)
    }
    return keys.map { $0.count <= Self.keyLimit } ?? false
  }

  /// Reads the next value, which follows its length; `nil` at the end.
  private static func value(_ cursor: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard cursor.count >= 4 else { return nil }
    let length = cursor.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    cursor = cursor.dropFirst(4)
    guard length <= cursor.count else { return nil }
    defer { cursor = cursor.dropFirst(length) }
    return Array(cursor.prefix(length))
  }
}

// MARK: - Missing parts

extension PostgresError {
  /// Returns the reason why a table cannot be read, if there is one.
  fileprivate static func problem(
    _ table: PostgresTable,
    _ log: PostgresTriggerLog,
    isSame: Bool,
    isInherited: Bool,
    partsWithoutTriggers parts: String?
  ) -> PostgresError? {
    func problem(_ message: String, _ hint: String) -> PostgresError {
      PostgresError(code: .objectNotInPrerequisiteState, message: message, hint: hint)
    }
    if isInherited {
      return problem(
        "The trigger log cannot report changes of \(table.quotedName), which inherits rows or columns.",
        "Use partitions, or PostgresChanges.replication"
      )
    }
    if let parts {
      return problem(
        "Triggers of the trigger log are missing or disabled on \(parts).",
        log.tellSQL(table)
      )
    }
    if isSame { return nil }
    return problem(
      "The triggers of \(table.quotedName) were made for another table, as after a restore.",
      log.tellSQL(table)
    )
  }

  /// Returns the error, with what to do if there is no log, or it may not be read.
  ///
  /// - Parameters:
  ///   - log: The log.
  ///   - isStandby: Whether the server is a standby; `nil` if that is not known.
  func withLogHint(_ log: PostgresTriggerLog, _ isStandby: Bool?) -> PostgresError {
    let missing: Set<SQLState> = [.undefinedTable, .undefinedFunction, SQLState(rawValue: "3F000")]
    if missing.contains(code) {
      return PostgresError(
        code: .undefinedObject,
        message: "There is no trigger log in the schema \(log.name).",
        hint: "Run the SQL of PostgresTriggerLog(schema: \"\(log.schema)\").setUpSQL(tables:)"
      )
    }
    if code == .readOnlyTransaction {
      return PostgresError(
        code: code,
        message: "Readers of the trigger log must be able to write to it: \(message)",
        hint: Self.readOnlyHint(isStandby)
      )
    }
    guard code == .insufficientPrivilege else { return self }
    return PostgresError(
      code: code,
      message:
        "The role has no permission to read the trigger log in the schema \(log.name): \(message)",
      hint:
        "Name the role in PostgresTriggerLog(readers:), and run the SQL of its setUpSQL(tables:)"
    )
  }

  /// Returns what to do about a transaction that may only read.
  private static func readOnlyHint(_ isStandby: Bool?) -> String {
    let standby = "Connect to the primary"
    let setting =
      "default_transaction_read_only is on, for the server, the database, the role or the connection: set it to off, as in "
      + "ALTER ROLE … SET default_transaction_read_only = off"
    let reason =
      isStandby.map { $0 ? standby : setting }
      ?? "\(standby) if this is a standby; otherwise \(setting)"
    return reason + ", or use PostgresChanges.polling(every:)"
  }
}

extension PostgresConnection {
  /// Whether the server is a standby; `nil` before PostgreSQL 14, which does not say so on its own.
  var isStandby: Bool? { parameter("in_hot_standby").map { $0 == "on" } }
}
