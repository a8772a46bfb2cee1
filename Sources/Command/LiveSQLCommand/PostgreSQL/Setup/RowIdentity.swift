import PostgreSQL
import PostgreSQLTools

/// The identity by which the server tells the rows of a published table apart.
///
/// Without an identity, the server refuses each `UPDATE` and `DELETE` of a table that is published.
/// Its partitions need one each.
struct RowIdentity: Sendable {
  /// The SQL that gives one to the table and its partitions where it is missing.
  let missing: [String]
  /// Whether the table has a primary key, of any kind.
  let hasPrimaryKey: Bool

  /// Whether updates and deletes are possible while the table is published.
  var isWhole: Bool { missing.isEmpty }

  /// Whether an index can identify the rows, so that whole rows need not be logged.
  var canUseIndexes: Bool { hasPrimaryKey && !missing.contains { $0.hasSuffix(Self.wholeRows) } }

  private static let wholeRows = " FULL"

  /// The SQL for the missing parts, as an array, for the table `c`.
  ///
  /// The server itself decides by `pg_get_replica_identity_index`: an index that is unique, not
  /// deferrable, without a condition and on columns that are `NOT NULL`.
  static let missingSQL = """
    ARRAY(
      SELECT pg_catalog.format('ALTER TABLE ONLY %I.%I REPLICA IDENTITY ', pn.nspname, p.relname)
        || coalesce(
          (
            SELECT CASE WHEN i.indisprimary THEN 'DEFAULT'
              ELSE 'USING INDEX ' || pg_catalog.quote_ident(x.relname) END
            FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
            WHERE i.indrelid = p.oid AND i.indisunique AND i.indimmediate AND i.indisvalid
              AND i.indpred IS NULL AND i.indexprs IS NULL
              AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = p.oid AND NOT a.attnotnull
                  AND a.attnum = ANY ((i.indkey::int2[])[0:i.indnkeyatts - 1]))
            ORDER BY NOT i.indisprimary, i.indnkeyatts, x.relname LIMIT 1
          ), 'FULL')
      FROM pg_catalog.pg_class p JOIN pg_catalog.pg_namespace pn ON pn.oid = p.relnamespace
      WHERE (p.oid = c.oid OR p.relkind = 'r' AND p.oid IN (
          SELECT t.relid FROM pg_catalog.pg_partition_tree(c.oid) t))
        AND p.relreplident <> 'f' AND pg_catalog.pg_get_replica_identity_index(p.oid) IS NULL
      ORDER BY p.oid
    )
    """

  /// Whether the table `c` has a primary key, in SQL.
  static let primaryKeySQL = """
    EXISTS (SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
    """

  /// Reads the two columns.
  init(_ missing: PostgresValue, hasPrimaryKey: Bool) {
    self.hasPrimaryKey = hasPrimaryKey
    guard case .array(let array) = missing else {
      self.missing = []
      return
    }
    self.missing = array.elements.compactMap { if case .text(let sql) = $0 { sql } else { nil } }
  }
}

extension PostgresSetup {
  /// Returns the step that gives identities to tables, if some lack one.
  static func identityStep(_ tables: [PostgresLiveStatus.Table]) -> Step? {
    guard !tables.isEmpty else { return nil }
    let areBroken = tables.contains(where: \.isPublished)
    let shown = tables.map(\.name.shown).joined(separator: ", ")
    return Step(
      problem:
        "Updates and deletes of \(shown) \(areBroken ? "fail while they are" : "would fail once they were") "
        + "published: a key is DEFERRABLE, or the REPLICA IDENTITY of a table or a partition is missing.",
      sql: tables.flatMap(\.identity.missing).joined(separator: "; "),
      needsSuperuser: !tables.allSatisfy(\.isOwned)
    )
  }

  /// Returns a refusal to publish a table whose rows have no identity.
  static func refusal(_ table: PostgresLiveStatus.Table) -> CommandFailure {
    let key =
      table.identity.hasPrimaryKey
      ? "a primary key that is DEFERRABLE, which does not identify rows" : "no primary key"
    return CommandFailure(
      message:
        "The table \(table.name.shown) has \(key). Once it is published, updates and deletes of its rows "
        + "fail. Give it \(table.identity.hasPrimaryKey ? "one that is not" : "a primary key"), or run "
        + table.identity.missing.joined(separator: "; ") + "."
    )
  }
}
