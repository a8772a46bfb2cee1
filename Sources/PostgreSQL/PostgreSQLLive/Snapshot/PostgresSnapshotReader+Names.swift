package import DatabaseTypes
import PostgreSQL

// Name resolution by the server.

extension PostgresSnapshotReader {
  /// Returns whether a name refers to a table whose changes are reported.
  ///
  /// A view may have the same name in another schema or case.
  package func name(_ name: String, in schema: String?, refersTo table: TableName) throws -> Bool {
    guard let reported = try tables.table(table) else { return false }
    return try number(of: PostgresTable(name, schema: schema)) == reported.oid
  }

  /// Returns the OID of the table to which a name refers; `nil` for anything else.
  private func number(of name: PostgresTable) throws -> UInt32? {
    if let known = tableNumbers[name] { return known }
    let sql = """
      SELECT oid::bigint FROM pg_catalog.pg_class
      WHERE oid = pg_catalog.to_regclass($1) AND relkind IN ('r', 'p')
      """
    let number = try recovering {
      try connection.execute(sql, [.text(name.quotedName)]).first { row in
        try row.decode(UInt32.self, at: 0)
      }
    }
    keep(number, as: name)
    return number
  }

  /// Notes the names in a statement, so that changes of what is behind them are noticed.
  ///
  /// - Parameters:
  ///   - names: The names in the statement; all its words may be functions or types, and all its
  ///     symbols operators.
  ///   - words: More words.
  ///   - explain: A closure that has the server explain the statement, which may fail.
  func watching<Output>(
    _ names: NamedTables,
    _ words: Set<String>,
    _ explain: () throws -> Output
  ) throws -> Output {
    let all = words.union(names.words)
    if !catalog.contains(names.names, words: all, symbols: names.symbols) { catchUpWithCatalog() }
    do {
      let output = try explain()
      watch(names, all)
      return output
    } catch let error as PostgresError {
      // With another type, function or right the statement may succeed, without a commit. What the
      // server cannot parse never does, and it may refuse to look such names up.
      let isUnreadable = [.syntaxError, .featureNotSupported].contains(error.code)
      if error.isOfOtherSchema || !isUnreadable && error.code.class != .connectionException {
        watch(names, all)
      }
      throw error
    }
  }

  private func watch(_ names: NamedTables, _ words: Set<String>) {
    catalog.add(names.names, words: words, symbols: names.symbols)
  }

  /// Returns the tables that a statement names, directly or through views.
  ///
  /// A name that does not refer to a table in this statement has no lock. So this must run in the
  /// transaction in which the statement was explained, which has locked all its tables. A name
  /// whose tables are known, and are read anyway, is not asked about again until the schema
  /// changes.
  ///
  /// - Parameter explained: The tables that the planner reads.
  /// - Returns: What all names refer to, and each name that was asked about.
  func named(in sql: String, besides explained: Set<TableName>) throws
    -> (all: NamedFacts, new: [ByteText: NamedFacts])
  {
    var (all, unknown) = (NamedFacts(), Set<ByteText>())
    for name in NamedTables(sql).names {
      if let known = tablesOfNames[name], known.tables.isSubset(of: explained) {
        all.add(known)
      } else {
        unknown.insert(name)
      }
    }
    let new = try unknown.isEmpty ? [:] : tables(ofNew: unknown)
    for facts in new.values { all.add(facts) }
    return (all, new)
  }

  private func tables(ofNew names: Set<ByteText>) throws -> [ByteText: NamedFacts] {
    let list = names.map(\.text).sorted().map { PostgresValue.text($0) }
    var found: [ByteText: NamedFacts] = [:]
    try recovering {
      try connection.execute(Self.namedSQL, [.array(PostgresArray(list))]).forEach { row throws in
        var facts = NamedFacts()
        facts.callsFunctions = try row.decode(at: 3)
        facts.isFixed = try row.decode(at: 4)
        // The rows of a view come from its tables.
        if try !row.decode(Bool.self, at: 2) {
          let schema = try row.decode(String.self, at: 0)
          facts.tables = [TableName(schema: schema, try row.decode(String.self, at: 1))]
        }
        found[ByteText(try row.decode(String.self, at: 5)), default: NamedFacts()].add(facts)
      }
    }
    return found
  }

  private static var namedSQL: String {
    let says = """
      pg_catalog.pg_rewrite r JOIN pg_catalog.pg_depend d
      ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid AND r.rulename = '_RETURN'
      """
    let bodies = """
      SELECT l.oid FROM pg_catalog.pg_language l WHERE l.lanname NOT IN ('internal', 'c')
      """
    func calls(_ condition: String) -> String {
      """
      (c.relkind = 'v' AND EXISTS (
        SELECT FROM \(says) JOIN pg_catalog.pg_proc p ON p.oid = CASE d.refclassid
          WHEN 'pg_catalog.pg_proc'::regclass THEN d.refobjid
          WHEN 'pg_catalog.pg_operator'::regclass
            THEN (SELECT o.oprcode FROM pg_catalog.pg_operator o WHERE o.oid = d.refobjid) END
        WHERE r.ev_class = c.oid AND \(condition) AND p.pronamespace <> 'pg_catalog'::regnamespace
      ))
      """
    }
    return """
      WITH RECURSIVE named (name, oid) AS (
        SELECT t.name, t.oid FROM (
          SELECT name, pg_catalog.to_regclass(name)::oid AS oid FROM pg_catalog.unnest($1::text[]) AS name
        ) AS t WHERE t.oid IN (
          SELECT relation FROM pg_catalog.pg_locks
          WHERE locktype = 'relation' AND pid = pg_catalog.pg_backend_pid()
        )
        UNION SELECT named.name, d.refobjid FROM named
        JOIN pg_catalog.pg_class v ON v.oid = named.oid AND v.relkind = 'v'
        JOIN \(says) ON r.ev_class = v.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass
      )
      SELECT n.nspname::text, c.relname::text, c.relkind = 'v',
        \(calls("p.provolatile <> 'i'")), c.relkind IN ('r', 'v') AND NOT c.relhassubclass AND NOT c.relrowsecurity
          AND NOT \(calls("p.prolang IN (\(bodies))")), named.name
      FROM named JOIN pg_catalog.pg_class c ON c.oid = named.oid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'f', 'm', 'v')
      """
  }
}

/// The tables to which the names in a statement refer.
struct NamedFacts {
  /// The tables, directly or through views.
  var tables: Set<TableName> = []
  /// Whether a view calls a function that may read other tables.
  var callsFunctions = false
  /// Whether the planner never reads other tables than these: none has partitions, children or
  /// policies, and no view calls a function with a body.
  var isFixed = true

  mutating func add(_ other: NamedFacts) {
    tables.formUnion(other.tables)
    callsFunctions = callsFunctions || other.callsFunctions
    isFixed = isFixed && other.isFixed && !other.callsFunctions
  }
}
