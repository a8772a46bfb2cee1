// The statement that hashes what plans rest on.

extension CatalogFingerprint {
  /// Returns the statement.
  ///
  /// `$1` are the names, `$2` the publications, `$3` the words, `$4` the schemas of the library,
  /// `$5` whether operators and casts are looked up that statements may use without a sign, `$6`
  /// whether all that a body of a function may use is, and `$7` the symbols.
  static func sql(hasSchemaPublications: Bool) -> String {
    let schemas = hasSchemaPublications ? ", " + versions("pg_publication_namespace") : ""
    return """
      WITH RECURSIVE all_functions (hash) AS MATERIALIZED (
        SELECT \(hash("ROW(\(factsOfFunctions), \(factsOfOperators))::text"))
      ), all_bodies (hash) AS MATERIALIZED (
        SELECT \(hash("ROW(\(factsOfBodies))::text"))
      ), \(related), \(parts), facts (class, oid, hash) AS MATERIALIZED (
        SELECT r.class, r.oid, sum(\(hash("f.facts"))) FROM (SELECT DISTINCT class, oid FROM related) AS r
        CROSS JOIN LATERAL (\(factsOfRelated)) AS f GROUP BY r.class, r.oid
      ), named (name, hash) AS (
        SELECT r.name, f.hash FROM related AS r JOIN facts AS f ON f.oid = r.oid AND f.class = r.class
        UNION ALL \(factsOfParts)
      )
      SELECT name, \(hash("sum(hash)::text")) FROM named GROUP BY name
      UNION ALL SELECT '', \(hash("ROW(\(factsOfDatabase)\(schemas))::text"))
      UNION ALL SELECT ')', hash FROM all_functions
      """
  }

  private static let tables = "'pg_catalog.pg_class'::regclass"
  private static let functions = "'pg_catalog.pg_proc'::regclass"
  private static let operators = "'pg_catalog.pg_operator'::regclass"
  private static let casts = "'pg_catalog.pg_cast'::regclass"
  private static let types = "'pg_catalog.pg_type'::regclass"
  private static let classes = "'pg_catalog.pg_opclass'::regclass"
  private static let roles = "'pg_catalog.pg_authid'::regclass"

  private static func hash(_ text: String) -> String {
    "pg_catalog.hashtextextended(\(text), 0)"
  }

  /// The table to which each name refers, and all that are behind it: what it is
  /// a part of, what views read, and what policies read; what these use, or a word refers to; and
  /// the roles with whose rights all this is read.
  ///
  /// The function 0 stands for whatever the bodies of functions may use.
  private static let related = """
    related (name, class, oid) AS (
      (\(named))
      UNION SELECT r.name, x.class, x.oid FROM related AS r CROSS JOIN LATERAL (
        \(behindTables) UNION ALL \(behindFunctions) UNION ALL \(behindTypes) UNION ALL \(behindClasses)
        UNION ALL \(behindRoles)
      ) AS x (class, oid)
      WHERE x.class IN (\(tables), \(functions), \(operators), \(casts), \(types), \(classes), \(roles))
    )
    """

  /// The tables, functions, types and operators to which names, words and symbols refer.
  ///
  /// Syntax such as `IN`, and plans, use operators with names that the server has as well. Casts
  /// between the server's own types may be used anywhere.
  ///
  /// The server refuses to look up a name in a schema that the role may not use; such a name refers
  /// to nothing.
  private static let named = """
    SELECT name, \(tables)::oid, CASE WHEN NOT EXISTS (
      SELECT FROM pg_catalog.pg_namespace AS n
      WHERE n.nspname = (pg_catalog.parse_ident(name, false))[1] AND name ~ '[.]'
        AND NOT pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    ) THEN pg_catalog.to_regclass(name)::oid END FROM pg_catalog.unnest($1::text[]) AS name
    UNION ALL SELECT '(' || w.word, \(functions)::oid, p.oid FROM \(words) JOIN pg_catalog.pg_proc AS p
    ON p.proname = w.word WHERE p.oid >= 16384 AND \(isLasting) AND \(isNotOwn)
    UNION ALL SELECT '(' || w.word, \(types)::oid, t.oid FROM \(words) JOIN pg_catalog.pg_type AS t
    ON t.typname = w.word WHERE t.oid >= 16384 AND t.typtype <> 'p'
      AND \(isLasting(in: "t.typnamespace"))
    UNION ALL SELECT '*', \(functions)::oid, 0::oid WHERE $6::boolean
    UNION ALL SELECT '(', \(operators)::oid, o.oid FROM pg_catalog.pg_operator AS o
    WHERE $5::boolean AND o.oid >= 16384 AND \(isLikeBuiltIn)
    UNION ALL SELECT '~' || s.symbol, \(operators)::oid, o.oid FROM pg_catalog.unnest($7::text[]) AS s (symbol)
    JOIN pg_catalog.pg_operator AS o ON pg_catalog.strpos(s.symbol, o.oprname::text) > 0
    WHERE o.oid >= 16384 AND NOT \(isLikeBuiltIn)
    UNION ALL SELECT '(', \(casts)::oid, k.oid FROM pg_catalog.pg_cast AS k
    WHERE $5::boolean AND k.oid >= 16384 AND NOT EXISTS (
      SELECT FROM pg_catalog.pg_type AS t WHERE t.oid IN (k.castsource, k.casttarget)
        AND t.oid >= 16384 AND t.typtype IN ('b', 'c', 'd', 'e', 'r')
    )
    """

  /// The condition that an operator `o` has the name of one of the server's.
  private static let isLikeBuiltIn = """
    EXISTS (SELECT FROM pg_catalog.pg_operator AS b WHERE b.oprname = o.oprname AND b.oid < 16384)
    """

  private static let words = "(SELECT pg_catalog.unnest($3::text[])::name AS word) AS w"

  /// What is behind a table or a view, with the functions that are called like a column, `t.f`.
  private static let behindTables = """
    SELECT r.class, inhparent FROM pg_catalog.pg_inherits
    WHERE r.class = \(tables) AND inhrelid = r.oid
    UNION ALL SELECT d.refclassid, d.refobjid FROM pg_catalog.pg_rewrite AS w JOIN pg_catalog.pg_depend AS d
    ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = w.oid
    WHERE r.class = \(tables) AND w.ev_class = r.oid
    UNION ALL SELECT d.refclassid, d.refobjid FROM pg_catalog.pg_policy AS p JOIN pg_catalog.pg_depend AS d
    ON d.classid = 'pg_catalog.pg_policy'::regclass AND d.objid = p.oid
    WHERE r.class = \(tables) AND p.polrelid = r.oid
    UNION ALL SELECT \(types)::oid, a.atttypid FROM pg_catalog.pg_attribute AS a
    WHERE r.class = \(tables) AND a.attrelid = r.oid AND a.attnum > 0 AND a.atttypid >= 16384
    UNION ALL SELECT d.classid, p.oid FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_depend AS d
    ON d.refclassid = \(types) AND d.refobjid = c.reltype AND d.classid = \(functions)
    JOIN pg_catalog.pg_proc AS p ON p.oid = d.objid AND c.reltype = ANY(p.proargtypes::oid[]) AND \(isLasting)
    WHERE r.class = \(tables) AND c.oid = r.oid AND c.reltype <> 0
    UNION ALL SELECT \(roles)::oid, c.relowner FROM pg_catalog.pg_class AS c
    WHERE r.class = \(tables) AND c.oid = r.oid
    """

  /// What functions, operators and casts call.
  ///
  /// The server does not know what a body that is a text uses, so it may be anything.
  private static let behindFunctions = """
    SELECT \(functions)::oid, o.oprcode::oid FROM pg_catalog.pg_operator AS o
    WHERE r.class = \(operators) AND o.oid = r.oid AND o.oprcode::oid >= 16384
    UNION ALL SELECT \(functions)::oid, k.castfunc FROM pg_catalog.pg_cast AS k
    WHERE r.class = \(casts) AND k.oid = r.oid AND k.castfunc >= 16384
    UNION ALL SELECT d.refclassid, d.refobjid FROM pg_catalog.pg_depend AS d
    WHERE r.class = \(functions) AND r.oid <> 0 AND d.classid = r.class AND d.objid = r.oid
    UNION ALL SELECT r.class, 0::oid FROM pg_catalog.pg_proc AS f
    JOIN pg_catalog.pg_language AS l ON l.oid = f.prolang
    WHERE r.class = \(functions) AND f.oid = r.oid AND f.oid >= 16384 AND l.lanname NOT IN ('c', 'internal')
      AND f.prosrc <> ''
    UNION ALL SELECT \(roles)::oid, f.proowner FROM pg_catalog.pg_proc AS f
    WHERE r.class = \(functions) AND f.oid = r.oid AND f.prosecdef
    """

  /// What arrays, domains, ranges and rows consist of, and the casts from and to types and their
  /// arrays.
  private static let behindTypes = """
    SELECT r.class, e.oid FROM pg_catalog.pg_type AS t
    JOIN pg_catalog.pg_type AS e ON e.oid IN (t.typelem, t.typbasetype) AND e.oid >= 16384
    WHERE r.class = \(types) AND t.oid = r.oid
    UNION ALL SELECT r.class, g.rngsubtype FROM pg_catalog.pg_range AS g
    WHERE r.class = \(types) AND g.rngtypid = r.oid AND g.rngsubtype >= 16384
    UNION ALL SELECT r.class, a.atttypid FROM pg_catalog.pg_type AS t
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = t.typrelid AND a.attnum > 0
    WHERE r.class = \(types) AND t.oid = r.oid AND t.typrelid <> 0 AND a.atttypid >= 16384
    UNION ALL SELECT \(casts)::oid, k.oid FROM pg_catalog.pg_cast AS k
    JOIN pg_catalog.pg_type AS t ON t.oid IN (k.castsource, k.casttarget)
    WHERE r.class = \(types) AND k.oid >= 16384 AND r.oid IN (t.oid, t.typelem)
    """

  /// The operator classes by which values of types are ordered and compared, and what these call.
  ///
  /// Those of B-trees (403) and hashes (405) decide the order and the equality.
  private static let behindClasses = """
    SELECT \(classes)::oid, k.oid FROM pg_catalog.pg_opclass AS k
    WHERE r.class = \(types) AND k.opcintype = r.oid AND k.oid >= 16384 AND k.opcmethod IN (403, 405)
    UNION ALL SELECT \(classes)::oid, g.rngsubopc FROM pg_catalog.pg_range AS g
    WHERE r.class = \(types) AND g.rngtypid = r.oid AND g.rngsubopc >= 16384
    UNION ALL SELECT \(operators)::oid, o.amopopr FROM pg_catalog.pg_opclass AS k
    JOIN pg_catalog.pg_amop AS o ON o.amopfamily = k.opcfamily
    WHERE r.class = \(classes) AND k.oid = r.oid AND o.amopopr >= 16384
    UNION ALL SELECT \(functions)::oid, f.amproc::oid FROM pg_catalog.pg_opclass AS k
    JOIN pg_catalog.pg_amproc AS f ON f.amprocfamily = k.opcfamily
    WHERE r.class = \(classes) AND k.oid = r.oid AND f.amproc::oid >= 16384
    """

  /// The roles whose rights a role has.
  private static let behindRoles = """
    SELECT r.class, m.roleid FROM pg_catalog.pg_auth_members AS m
    WHERE r.class = \(roles) AND m.member = r.oid
    """

  /// The partitions and children of the tables.
  private static let parts = """
    parts (name, oid) AS (
      SELECT r.name, i.inhrelid FROM related AS r CROSS JOIN LATERAL (
        SELECT c.oid FROM pg_catalog.pg_class AS c WHERE c.oid = r.oid AND c.relhassubclass OFFSET 0
      ) AS c CROSS JOIN LATERAL (
        SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = c.oid OFFSET 0
      ) AS i WHERE r.class = \(tables)
      UNION SELECT t.name, i.inhrelid FROM parts AS t JOIN pg_catalog.pg_inherits AS i ON i.inhparent = t.oid
    )
    """

  /// The facts about what is related, `r`.
  ///
  /// OFFSET 0 keeps the planner from reading the facts of all tables of the database.
  private static let factsOfRelated = """
    SELECT ROW(\(factsOfTable))::text AS facts FROM pg_catalog.pg_class AS c
    WHERE r.class = \(tables) AND c.oid = r.oid
    UNION ALL SELECT ROW(p.oid, p.xmin)::text FROM pg_catalog.pg_proc AS p
    WHERE r.class = \(functions) AND p.oid = r.oid AND \(isNotOwn)
    UNION ALL SELECT hash::text FROM all_bodies WHERE r.class = \(functions) AND r.oid = 0
    UNION ALL SELECT ROW(o.oid, o.xmin)::text FROM pg_catalog.pg_operator AS o
    WHERE r.class = \(operators) AND o.oid = r.oid
    UNION ALL SELECT ROW(k.oid, k.xmin)::text FROM pg_catalog.pg_cast AS k
    WHERE r.class = \(casts) AND k.oid = r.oid
    UNION ALL SELECT ROW(e.oid, e.xmin)::text FROM pg_catalog.pg_enum AS e
    WHERE r.class = \(types) AND e.enumtypid = r.oid
    UNION ALL SELECT ROW(\(factsOfType))::text FROM pg_catalog.pg_type AS t
    WHERE r.class = \(types) AND t.oid = r.oid
    UNION ALL SELECT ROW(\(factsOfClass))::text FROM pg_catalog.pg_opclass AS k
    WHERE r.class = \(classes) AND k.oid = r.oid
    UNION ALL SELECT ROW(a.oid, a.rolsuper, a.rolbypassrls, \(groups(of: "a.oid")))::text
    FROM pg_catalog.pg_roles AS a WHERE r.class = \(roles) AND a.oid = r.oid
    OFFSET 0
    """

  /// The facts about partitions and children that matter when their rows are read through the table
  /// of which they are parts.
  ///
  /// There may be thousands, so all are looked up at once; rows would be slow to print. Columns,
  /// policies and rights of that table apply to them, but columns may be generated in another way.
  private static let factsOfParts = """
    SELECT t.name, \(hash("concat_ws(' ', \(factsOfPart))")) FROM parts AS t
    JOIN pg_catalog.pg_class AS c ON c.oid = t.oid JOIN pg_catalog.pg_inherits AS i ON i.inhrelid = t.oid
    UNION ALL SELECT t.name, \(hash("concat_ws(' ', \(factsOfIndex))")) FROM parts AS t
    JOIN pg_catalog.pg_index AS i ON i.indrelid = t.oid WHERE i.indisprimary OR i.indisreplident
    UNION ALL SELECT t.name, \(hash("concat_ws(' ', g.oid, g.xmin)")) FROM parts AS t
    JOIN pg_catalog.pg_trigger AS g ON g.tgrelid = t.oid WHERE NOT g.tgisinternal
    UNION ALL SELECT t.name, \(hash("concat_ws(' ', l.oid, l.xmin)")) FROM parts AS t
    JOIN pg_catalog.pg_publication_rel AS l ON l.prrelid = t.oid AND l.prpubid = ANY(\(publications))
    UNION ALL SELECT t.name, \(hash("concat_ws(' ', d.oid, d.xmin)")) FROM parts AS t
    JOIN pg_catalog.pg_attrdef AS d ON d.adrelid = t.oid JOIN pg_catalog.pg_attribute AS a
    ON a.attrelid = d.adrelid AND a.attnum = d.adnum AND a.attgenerated <> ''
    """

  /// The publications, which are looked up once, and not for each table.
  private static let publications = """
    ARRAY(SELECT oid FROM pg_catalog.pg_publication WHERE pubname = ANY($2::text[]))
    """

  private static let factsOfPart = """
    c.oid, c.relnamespace, c.relkind, c.relpersistence, c.relreplident, i.inhparent, i.xmin, c.relname
    """

  private static let factsOfIndex = """
    i.indexrelid, i.indkey, i.indisprimary, i.indisreplident, i.indisvalid, i.indimmediate
    """

  /// The facts about a table or view `c`.
  ///
  /// Statistics, and what else changes without a change of the schema, do not belong to them.
  private static let factsOfTable = """
    c.oid, c.relnamespace, c.relname, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
    c.relreplident, c.relispartition, c.relowner, c.relacl, CASE WHEN c.relkind = 'v' THEN c.reloptions END,
    pg_catalog.has_table_privilege(c.oid, 'SELECT'), \(columns(of: "c.oid")),
    (
      SELECT sum(\(hash("concat_ws(' ', \(factsOfIndex))"))) FROM pg_catalog.pg_index AS i
      WHERE i.indrelid = c.oid AND (i.indisprimary OR i.indisreplident)
    ),
    (
      SELECT array_agg(ROW(inhparent, xmin) ORDER BY inhparent) FROM pg_catalog.pg_inherits
      WHERE inhrelid = c.oid
    ),
    \(versions("pg_rewrite", where: "ev_class = c.oid")), \(versions("pg_policy", where: "polrelid = c.oid")),
    \(versions("pg_trigger", where: "tgrelid = c.oid AND NOT tgisinternal")),
    (
      SELECT array_agg(ROW(l.oid, l.xmin) ORDER BY l.oid) FROM pg_catalog.pg_publication_rel AS l
      WHERE l.prrelid = c.oid AND l.prpubid = ANY(\(publications))
    )
    """

  /// The facts about a type `t`.
  private static let factsOfType = """
    t.oid, t.xmin, \(columns(of: "t.typrelid")), \(versions("pg_constraint", where: "contypid = t.oid"))
    """

  /// The facts about an operator class `k`, with what was added to its family.
  private static let factsOfClass = """
    k.oid, k.xmin, \(versions("pg_amop", where: "amopfamily = k.opcfamily")),
    \(versions("pg_amproc", where: "amprocfamily = k.opcfamily"))
    """

  private static let factsOfFunctions = versions(
    "pg_proc AS p",
    where: "\(isLasting) AND \(isNotOwn)"
  )

  private static let factsOfOperators = """
    \(versions("pg_operator AS o", where: isLasting(in: "o.oprnamespace"))), \(versions("pg_cast"))
    """

  /// The facts about everything that the bodies of functions may use, except tables.
  private static let factsOfBodies = """
    (SELECT hash FROM all_functions), \(versions("pg_rewrite", where: isLasting(of: "ev_class"))),
    \(versions("pg_policy", where: isLasting(of: "polrelid"))),
    (
      SELECT array_agg(ROW(oid, relowner, relacl, relrowsecurity, relforcerowsecurity, reloptions) ORDER BY oid)
      FROM pg_catalog.pg_class WHERE relpersistence <> 't' AND (
        relrowsecurity OR relforcerowsecurity OR oid IN (
          SELECT ev_class FROM pg_catalog.pg_rewrite WHERE oid >= 16384
          UNION SELECT polrelid FROM pg_catalog.pg_policy
        )
      )
    )
    """

  /// The facts about the database: the meaning of names, the role, and the publications.
  private static let factsOfDatabase = """
    pg_catalog.current_schemas(false), current_user,
    (SELECT array_agg(ROW(rolsuper, rolbypassrls)) FROM pg_catalog.pg_roles WHERE rolname = current_user),
    (
      WITH RECURSIVE held (oid) AS (
        SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user
        UNION SELECT m.roleid FROM pg_catalog.pg_auth_members AS m JOIN held ON held.oid = m.member
      ) SELECT array_agg(ROW(held.oid, \(groups(of: "held.oid"))) ORDER BY held.oid) FROM held
    ),
    \(versions("pg_publication", where: "pubname = ANY($2::text[])"))
    """

  /// The condition that a function `p` is in no schema of temporary objects.
  ///
  /// Behind a pooler, each comparison may see those of another session.
  private static let isLasting = isLasting(in: "p.pronamespace")

  /// Returns the condition that a schema is none of temporary objects, which other sessions make.
  private static func isLasting(in schema: String) -> String {
    """
    NOT EXISTS (
      SELECT FROM pg_catalog.pg_namespace AS n WHERE n.oid = \(schema) AND n.nspname ~ '^pg_temp_'
    )
    """
  }

  /// Returns the condition that a table or view is not temporary.
  private static func isLasting(of table: String) -> String {
    "\(table) NOT IN (SELECT oid FROM pg_catalog.pg_class WHERE relpersistence = 't')"
  }

  /// The condition that a function `p` is not one of the trigger log, which recreates them.
  private static let isNotOwn = """
    NOT EXISTS (
      SELECT FROM pg_catalog.pg_namespace AS n WHERE n.oid = p.pronamespace AND n.nspname = ANY($4::text[])
        AND p.proname ~ '\(PostgresTriggerLog.functionNames)'
    )
    """

  /// Returns an expression that changes whenever a column of a table or a composite type does.
  private static func columns(of table: String) -> String {
    """
    (
      SELECT sum(pg_catalog.hashint4extended(attnum, xmin::text::bigint)) FROM pg_catalog.pg_attribute
      WHERE attrelid = \(table) AND attnum > 0 AND NOT attisdropped
    )
    """
  }

  /// Returns an expression that changes whenever the groups of a role do.
  private static func groups(of role: String) -> String {
    """
    (
      SELECT array_agg(ROW(m.roleid, m.xmin) ORDER BY m.roleid, m.xmin::text)
      FROM pg_catalog.pg_auth_members AS m WHERE m.member = \(role)
    )
    """
  }

  /// Returns an expression that changes whenever a user's row of a catalog does.
  private static func versions(_ catalog: String, where condition: String = "true") -> String {
    """
    (
      SELECT sum(pg_catalog.hashoidextended(oid, xmin::text::bigint)) FROM pg_catalog.\(catalog)
      WHERE oid >= 16384 AND \(condition)
    )
    """
  }
}
