import PostgreSQL
import PostgreSQLDatabase

extension PostgresConnection {
  /// Makes the server refuse to read a part of a table, within the transaction.
  ///
  /// - Throws: ``DatabaseCopyError`` if row security would hide rows of a table.
  func requireAllRows(of tables: [PostgresTableInfo]) throws {
    // The server's own check, which also covers tables that others refer to.
    try execute(script: "SET LOCAL row_security = off")
    guard !tables.isEmpty else { return }
    let oids = PostgresArray(tables.map { .integer(Int64($0.oid)) })
    let names = try execute(
      """
      SELECT relname::text FROM pg_catalog.pg_class
      WHERE oid = ANY ($1::bigint[]::oid[]) AND pg_catalog.row_security_active(oid) ORDER BY 1
      """,
      [.array(oids)]
    ).map { row in try row.decode(String.self, at: 0) }
    guard !names.isEmpty else { return }
    throw DatabaseCopyError(
      .hiddenRows,
      """
      Row security hides rows of \(names.joined(separator: ", ")) from the role, so a copy would not be \
      whole. Copy as the owner of the tables, as a superuser, or as a role with BYPASSRLS; the owner is \
      subject to row security too if the table has FORCE ROW LEVEL SECURITY.
      """
    )
  }
}

extension PostgresTableInfo {
  /// The table in SQL that reads its rows once.
  ///
  /// Tables that inherit from it are copied on their own, but a partitioned table has its rows in
  /// its partitions.
  var ownRows: String {
    let name = "\(PostgresConnection.quoted(schema)).\(PostgresConnection.quoted(name))"
    return kind == .table ? "ONLY \(name)" : name
  }
}
