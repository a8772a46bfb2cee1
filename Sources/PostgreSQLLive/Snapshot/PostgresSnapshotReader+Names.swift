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
  /// - Parameter explain: A closure that has the server explain the statement. If it fails for
  ///   another reason than the schema, the names may be none.
  func watching<Output>(_ text: StatementText, _ explain: () throws -> Output) throws -> Output {
    do {
      let output = try explain()
      catalog.add(NamedTables(text.sql).names)
      return output
    } catch let error as PostgresError {
      let codes: Set<SQLState> = [.insufficientPrivilege, .lockNotAvailable]
      if error.isOfOtherSchema || codes.contains(error.code) {
        catalog.add(NamedTables(text.sql).names)
      }
      throw error
    }
  }

  /// Returns the tables that a statement names, directly or through views.
  ///
  /// It also returns whether such a view calls a function that may read other tables.
  ///
  /// A name that does not refer to a table in this statement has no lock. So this must run in the
  /// transaction in which the statement was explained, which has locked all its tables.
  func named(in sql: String) throws -> (tables: Set<TableName>, callsFunctions: Bool) {
    let names = NamedTables(sql).names.map(\.text).sorted().map { PostgresValue.text($0) }
    var named: (tables: Set<TableName>, callsFunctions: Bool) = ([], false)
    if names.isEmpty { return named }
    try recovering {
      try connection.execute(Self.namedSQL, [.array(PostgresArray(names))]).forEach { row throws in
        if try row.decode(Bool.self, at: 3) { named.callsFunctions = true }
        // The rows of a view come from its tables.
        guard try !row.decode(Bool.self, at: 2) else { return }
        let schema = try row.decode(String.self, at: 0)
        named.tables.insert(TableName(schema: schema, try row.decode(String.self, at: 1)))
      }
    }
    return named
  }

  private static var namedSQL: String {
    let says = """
      pg_catalog.pg_rewrite r JOIN pg_catalog.pg_depend d
      ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
      """
    return """
      WITH RECURSIVE named (oid) AS (
        SELECT pg_catalog.to_regclass(name)::oid FROM pg_catalog.unnest($1::text[]) AS name
        UNION SELECT d.refobjid FROM named JOIN pg_catalog.pg_class v ON v.oid = named.oid AND v.relkind = 'v'
        JOIN \(says) ON r.ev_class = v.oid AND d.refclassid = 'pg_catalog.pg_class'::regclass
      )
      SELECT n.nspname::text, c.relname::text, c.relkind = 'v', c.relkind = 'v' AND EXISTS (
        SELECT FROM \(says) JOIN pg_catalog.pg_proc p ON p.oid = CASE d.refclassid
          WHEN 'pg_catalog.pg_proc'::regclass THEN d.refobjid
          WHEN 'pg_catalog.pg_operator'::regclass
            THEN (SELECT o.oprcode FROM pg_catalog.pg_operator o WHERE o.oid = d.refobjid) END
        WHERE r.ev_class = c.oid AND p.provolatile <> 'i' AND p.pronamespace <> 'pg_catalog'::regnamespace
      )
      FROM named JOIN pg_catalog.pg_class c ON c.oid = named.oid
      JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'f', 'm', 'v') AND c.oid IN (
        SELECT relation FROM pg_catalog.pg_locks WHERE locktype = 'relation' AND pid = pg_catalog.pg_backend_pid()
      )
      """
  }
}
