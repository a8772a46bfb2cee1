// The statement that hashes what plans rest on.

extension CatalogFingerprint {
  /// Returns the statement.
  ///
  /// `$1` are the names, `$2` the publications, `$3` the words in lower case, `$4` the schemas of
  /// the library, and `$5` whether operators and casts are looked up.
  static func sql(hasSchemaPublications: Bool) -> String {
    let schemas = hasSchemaPublications ? ", " + versions("pg_publication_namespace") : ""
    // OFFSET 0 keeps the planner from reading the facts of all tables of the database.
    return """
      WITH RECURSIVE \(related)
      SELECT r.name, coalesce(
        pg_catalog.hashtextextended(string_agg(f.facts, ',' ORDER BY r.class, r.oid, f.facts), 0), 0
      )
      FROM related AS r LEFT JOIN LATERAL (
        SELECT ROW(\(factsOfTable))::text AS facts FROM pg_catalog.pg_class AS c
        WHERE r.class = \(tables) AND c.oid = r.oid
        UNION ALL SELECT ROW(p.oid, p.xmin)::text FROM pg_catalog.pg_proc AS p
        WHERE r.class = \(functions) AND p.oid = r.oid AND \(isNotOwn)
        UNION ALL SELECT ROW(o.oid, o.xmin)::text FROM pg_catalog.pg_operator AS o
        WHERE r.class = \(operators) AND o.oid = r.oid
        UNION ALL SELECT ROW(e.oid, e.xmin)::text FROM pg_catalog.pg_enum AS e
        WHERE r.class = \(types) AND e.enumtypid = r.oid
        OFFSET 0
      ) AS f ON true
      GROUP BY r.name
      UNION ALL SELECT '', pg_catalog.hashtextextended(
        ROW(\(factsOfDatabase)\(schemas))::text, 0
      )
      UNION ALL SELECT ')', pg_catalog.hashtextextended(
        ROW(\(versions("pg_proc AS p", where: "oid >= 16384 AND \(isLasting) AND \(isNotOwn)")))::text, 0
      )
      """
  }

  private static let tables = "'pg_catalog.pg_class'::regclass"
  private static let functions = "'pg_catalog.pg_proc'::regclass"
  private static let operators = "'pg_catalog.pg_operator'::regclass"
  private static let types = "'pg_catalog.pg_type'::regclass"

  /// The table to which each name refers, and all that are behind it: partitions and what they are
  /// parts of, what views read, and what policies read; and what these use, or a word refers to.
  private static let related = """
    related (name, class, oid) AS (
      (\(named))
      UNION SELECT r.name, x.class, x.oid FROM related AS r CROSS JOIN LATERAL (
        \(behindTables) UNION ALL \(behindFunctions) UNION ALL \(behindTypes)
      ) AS x (class, oid) WHERE x.class IN (\(tables), \(functions), \(operators), \(types))
    )
    """

  /// The tables, functions and types to which names and words refer.
  ///
  /// The server refuses to look up a name in a schema that the role may not use; such a name refers
  /// to nothing.
  private static let named = """
    SELECT name, \(tables)::oid, CASE WHEN NOT EXISTS (
      SELECT FROM pg_catalog.pg_namespace AS n
      WHERE n.nspname = (pg_catalog.parse_ident(name, false))[1] AND name ~ '[.]'
        AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    ) THEN pg_catalog.to_regclass(name)::oid END FROM pg_catalog.unnest($1::text[]) AS name
    UNION ALL SELECT '(' || lower(p.proname), \(functions)::oid, p.oid FROM pg_catalog.pg_proc AS p
    WHERE p.oid >= 16384 AND lower(p.proname) = ANY($3::text[]) AND \(isLasting) AND \(isNotOwn)
    UNION ALL SELECT '(' || lower(t.typname), \(types)::oid, t.oid FROM pg_catalog.pg_type AS t
    WHERE t.oid >= 16384 AND t.typtype IN ('d', 'e') AND lower(t.typname) = ANY($3::text[])
    UNION ALL SELECT '(', \(operators)::oid, o.oid FROM pg_catalog.pg_operator AS o
    WHERE $5::boolean AND o.oid >= 16384
    UNION ALL SELECT '(', \(functions)::oid, k.castfunc FROM pg_catalog.pg_cast AS k
    WHERE $5::boolean AND k.castfunc >= 16384
    """

  private static let behindTables = """
    SELECT r.class, inhrelid FROM pg_catalog.pg_inherits WHERE r.class = \(tables) AND inhparent = r.oid
    UNION ALL SELECT r.class, inhparent FROM pg_catalog.pg_inherits
    WHERE r.class = \(tables) AND inhrelid = r.oid
    UNION ALL SELECT d.refclassid, d.refobjid FROM pg_catalog.pg_rewrite AS w JOIN pg_catalog.pg_depend AS d
    ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = w.oid
    WHERE r.class = \(tables) AND w.ev_class = r.oid
    UNION ALL SELECT d.refclassid, d.refobjid FROM pg_catalog.pg_policy AS p JOIN pg_catalog.pg_depend AS d
    ON d.classid = 'pg_catalog.pg_policy'::regclass AND d.objid = p.oid
    WHERE r.class = \(tables) AND p.polrelid = r.oid
    UNION ALL SELECT \(types)::oid, a.atttypid FROM pg_catalog.pg_attribute AS a
    WHERE r.class = \(tables) AND a.attrelid = r.oid AND a.attnum > 0 AND a.atttypid >= 16384
    """

  /// What functions and operators call.
  ///
  /// The server does not know what a body that is a text calls, so every function counts whose name
  /// occurs in it.
  private static let behindFunctions = """
    SELECT \(functions)::oid, o.oprcode::oid FROM pg_catalog.pg_operator AS o
    WHERE r.class = \(operators) AND o.oid = r.oid AND o.oprcode::oid >= 16384
    UNION ALL SELECT d.refclassid, d.refobjid FROM pg_catalog.pg_depend AS d
    WHERE r.class = \(functions) AND d.classid = r.class AND d.objid = r.oid
    UNION ALL SELECT r.class, p.oid FROM pg_catalog.pg_proc AS f
    JOIN pg_catalog.pg_language AS l ON l.oid = f.prolang
    JOIN pg_catalog.pg_proc AS p ON p.oid >= 16384
      AND pg_catalog.strpos(lower(f.prosrc), lower(p.proname)) > 0
    WHERE r.class = \(functions) AND f.oid = r.oid AND l.lanname NOT IN ('c', 'internal') AND \(isLasting)
    """

  /// What arrays, domains, ranges and rows consist of.
  private static let behindTypes = """
    SELECT r.class, e.oid FROM pg_catalog.pg_type AS t
    JOIN pg_catalog.pg_type AS e ON e.oid IN (t.typelem, t.typbasetype) AND e.oid >= 16384
    WHERE r.class = \(types) AND t.oid = r.oid
    UNION ALL SELECT r.class, g.rngsubtype FROM pg_catalog.pg_range AS g
    WHERE r.class = \(types) AND g.rngtypid = r.oid AND g.rngsubtype >= 16384
    UNION ALL SELECT r.class, a.atttypid FROM pg_catalog.pg_type AS t
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = t.typrelid AND a.attnum > 0
    WHERE r.class = \(types) AND t.oid = r.oid AND t.typrelid <> 0 AND a.atttypid >= 16384
    """

  /// The facts about a table or view `c`.
  ///
  /// Statistics, and what else changes without a change of the schema, do not belong to them.
  private static let factsOfTable = """
    c.oid, c.relnamespace, c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
    c.relreplident, c.relispartition, c.relowner, c.relacl, pg_catalog.has_table_privilege(c.oid, 'SELECT'),
    (
      SELECT array_agg(
        ROW(attnum, attname, atttypid, atttypmod, attcollation, attnotnull, attgenerated, attacl) ORDER BY attnum
      ) FROM pg_catalog.pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
    ),
    (
      SELECT array_agg(
        ROW(indexrelid, indkey, indisprimary, indisreplident, indisvalid, indimmediate) ORDER BY indexrelid
      ) FROM pg_catalog.pg_index WHERE indrelid = c.oid AND (indisprimary OR indisreplident)
    ),
    (
      SELECT array_agg(ROW(inhparent, xmin) ORDER BY inhparent) FROM pg_catalog.pg_inherits
      WHERE inhrelid = c.oid
    ),
    \(versions("pg_rewrite", where: "ev_class = c.oid")), \(versions("pg_policy", where: "polrelid = c.oid")),
    \(versions("pg_trigger", where: "tgrelid = c.oid AND NOT tgisinternal")),
    (
      SELECT array_agg(ROW(l.oid, l.xmin) ORDER BY l.oid) FROM pg_catalog.pg_publication_rel AS l
      JOIN pg_catalog.pg_publication AS p ON p.oid = l.prpubid
      WHERE l.prrelid = c.oid AND p.pubname = ANY($2::text[])
    )
    """

  /// The facts about the database: the meaning of names, the role, and the publications.
  private static let factsOfDatabase = """
    pg_catalog.current_schemas(false), current_user,
    (SELECT array_agg(ROW(rolsuper, rolbypassrls)) FROM pg_catalog.pg_roles WHERE rolname = current_user),
    (
      SELECT array_agg(ROW(m.roleid, m.xmin) ORDER BY m.roleid, m.xmin::text) FROM pg_catalog.pg_auth_members AS m
      JOIN pg_catalog.pg_roles AS o ON o.oid = m.member WHERE o.rolname = current_user
    ),
    \(versions("pg_publication", where: "pubname = ANY($2::text[])"))
    """

  /// The condition that a function `p` is in no schema of temporary objects.
  ///
  /// Behind a pooler, each comparison may see those of another session.
  private static let isLasting = """
    NOT EXISTS (
      SELECT FROM pg_catalog.pg_namespace AS n WHERE n.oid = p.pronamespace AND n.nspname ~ '^pg_temp_'
    )
    """

  /// The condition that a function `p` is not one of the library, which makes them anew.
  private static let isNotOwn = """
    NOT EXISTS (
      SELECT FROM pg_catalog.pg_namespace AS n WHERE n.oid = p.pronamespace AND n.nspname = ANY($4::text[])
    )
    """

  /// Returns an expression that changes whenever a row of a catalog does.
  private static func versions(_ catalog: String, where condition: String = "true") -> String {
    "(SELECT array_agg(ROW(oid, xmin) ORDER BY oid) FROM pg_catalog.\(catalog) WHERE \(condition))"
  }
}
