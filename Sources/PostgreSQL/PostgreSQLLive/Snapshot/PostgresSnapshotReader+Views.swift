import DatabaseTypes
import PostgreSQL
package import TypedSQL

// The statements of views, and the column types of compound statements.

extension PostgresSnapshotReader {
  /// Returns the statement of a view, as the server prints it.
  ///
  /// The result is `nil` if the view may have other rows than its statement, because it reads its
  /// tables with the privileges of its owner.
  ///
  /// Pretty-printed, it has no parentheses around joins.
  package func viewText(_ name: String, in schema: String?) throws -> QueryFragment? {
    let named = PostgresTable(name, schema: schema).quotedName
    let found = try recovering {
      try connection.execute(Self.viewSQL, [.text(named)]).first { row in
        (
          try row.decode(UInt32.self, at: 0), try row.decode(String.self, at: 1),
          try row.decode(String.self, at: 2)
        )
      }
    }
    guard let (oid, version, text) = found else { return nil }
    readViews[oid] = version
    return "CREATE VIEW \(quote: name) AS \(raw: text)"
  }

  private static var viewSQL: String {
    """
    SELECT v.oid::bigint, \(version), pg_catalog.pg_get_viewdef(v.oid, true)
    FROM pg_catalog.pg_class v JOIN pg_catalog.pg_rewrite r ON r.ev_class = v.oid AND r.rulename = '_RETURN'
    WHERE v.oid = pg_catalog.to_regclass($1) AND v.relkind = 'v' AND NOT EXISTS (
      SELECT FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class t ON t.oid = d.refobjid
      WHERE d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
        AND d.refclassid = 'pg_catalog.pg_class'::regclass AND t.relkind <> 'v'
        AND (t.relrowsecurity OR NOT pg_catalog.has_table_privilege(t.oid, 'SELECT'))
    )
    """
  }

  /// An expression that changes whenever a view `v` with the rule `r` does.
  private static let version = "v.xmin::text || ' ' || r.xmin::text"

  /// Returns whether the views whose statements plans have used are unchanged.
  ///
  /// No change of a table reports this.
  func areViewsKnown() throws -> Bool {
    if readViews.isEmpty { return true }
    let numbers = PostgresValue.array(PostgresArray(readViews.keys.map { .integer(Int64($0)) }))
    let sql = """
      SELECT v.oid::bigint, \(Self.version) FROM pg_catalog.pg_class v
      JOIN pg_catalog.pg_rewrite r ON r.ev_class = v.oid AND r.rulename = '_RETURN'
      WHERE v.oid = ANY($1::bigint[]::oid[])
      """
    let now = try recovering {
      try connection.execute(sql, [numbers]).map { row in
        (try row.decode(UInt32.self, at: 0), try row.decode(String.self, at: 1))
      }
    }
    return Dictionary(uniqueKeysWithValues: now) == readViews
  }
}

// MARK: - Values

extension PostgresSnapshotReader {
  /// Returns the types of a compound statement's columns.
  ///
  /// The result is `nil` if its arms have different types, or if equal values may be displayed
  /// differently.
  package func compoundTypes(of query: QueryFragment, arms: [QueryFragment]) throws
    -> [QueryFragment]?
  {
    let all = try columns(of: query)
    let areAlike = try arms.allSatisfy { try columns(of: $0).types == all.types }
    guard areAlike, all.areBinary, !all.hasSpellings else { return nil }
    let types = zip(all.types, all.modifiers).map { type, modifier in
      PostgresValue.text("\(type.oid) \(modifier)")
    }
    let sql = """
      SELECT pg_catalog.format_type(split_part(t, ' ', 1)::oid, split_part(t, ' ', 2)::integer)
      FROM pg_catalog.unnest($1::text[]) WITH ORDINALITY AS types (t, n) ORDER BY n
      """
    return try recovering {
      try connection.execute(sql, [.array(PostgresArray(types))])
        .map { row in QueryFragment(try row.decode(String.self, at: 0)) }
    }
  }

  /// Returns whether equal values of some expressions may be displayed differently, such as 1.5 and
  /// 1.50.
  package func haveSpellings(_ expressions: [QueryFragment], in parts: SelectParts) throws -> Bool {
    let list = expressions.map { "(\($0))" as QueryFragment }.joined(separator: ", ")
    return try columns(of: parts.query(columns: list, conditions: [], limit: "0")).hasSpellings
  }
}

extension PostgresColumns {
  /// Whether a column contains decimal numbers with any number of digits after the point.
  fileprivate var hasSpellings: Bool {
    zip(types, modifiers).contains { type, modifier in type.kind == .numeric && modifier < 0 }
  }
}
