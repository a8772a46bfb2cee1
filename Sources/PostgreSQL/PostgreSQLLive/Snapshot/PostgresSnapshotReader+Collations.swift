import DatabaseTypes
package import IncrementalQueries
import LiveEngine
import PostgreSQL
package import TypedSQL

// The server's comparison of the terms of an order, which is determined by statements that return
// no rows but still have types.

extension PostgresSnapshotReader {
  /// Returns the collations of expressions: determined by their types, and for texts by their
  /// collations.
  ///
  /// They are not known of an expression that is written in another way in an order than as a
  /// column, such as one with the collation NOCASE.
  package func collations(of expressions: [QueryFragment], in parts: SelectParts) throws
    -> [SortTerm.Collation]?
  {
    if expressions.isEmpty { return [] }
    let names = expressions.indices.map { "term_\($0)" }
    let selected = zip(expressions, names).map { "(\($0)) AS \(quote: $1)" as QueryFragment }
    let none = parts.query(
      columns: selected.joined(separator: ", "),
      conditions: [],
      limit: "0"
    )
    if StatementText(none).problem != nil { return nil }
    let types = try columns(of: none).types.map(\.oid)
    guard types.count == expressions.count else { return nil }
    let asked = types.indices.filter { !SortTerm.Collation.comparedInSwift.contains(types[$0]) }
    let collated = try collatedTypes(Set(asked.map { types[$0] }))
    let orders = try orders(of: asked.map { (names[$0], collated.contains(types[$0])) }, in: none)
    let known = Dictionary(zip(asked, orders)) { first, _ in first }
    return try types.indices.map { index in
      try known[index].map {
        SortTerm.Collation(oid: types[index], $0, isDefaultByBytes: try isDefaultByBytes)
      } ?? .binary
    }
  }

  /// Returns those types whose values have a collation.
  private func collatedTypes(_ oids: Set<UInt32>) throws -> Set<UInt32> {
    if oids.isSubset(of: [25, 1042, 1043]) { return oids }
    let list = PostgresValue.array(PostgresArray(oids.map { .integer(Int64($0)) }))
    let sql = """
      SELECT oid::bigint FROM pg_catalog.pg_type WHERE oid = ANY($1::bigint[]::oid[]) AND typcollation <> 0
      """
    return try recovering {
      Set(try connection.execute(sql, [list]).map { row in try row.decode(UInt32.self, at: 0) })
    }
  }

  /// Returns how the server compares the columns of a statement.
  private func orders(
    of columns: [(name: String, isCollated: Bool)],
    in none: QueryFragment
  ) throws -> [TermOrder] {
    if columns.isEmpty { return [] }
    let facts = columns.map { name, isCollated -> QueryFragment in
      // With the modifier -1, `format_type` returns a type of any length, which plain `character`
      // and `bit` are not.
      let type: QueryFragment = "pg_catalog.format_type(pg_catalog.pg_typeof(\(quote: name)), -1)"
      guard isCollated else { return type + ", NULL::text, false" }
      return """
        \(type), pg_catalog.pg_collation_for(\(quote: name)), coalesce((SELECT NOT collisdeterministic \
        FROM pg_catalog.pg_collation WHERE oid = pg_catalog.pg_collation_for(\(quote: name))::regcollation), \
        false)
        """
    }
    let query: QueryFragment = """
      SELECT \(facts.joined(separator: ", ")) FROM (SELECT 1) AS one LEFT JOIN (\(none)) AS terms ON true
      """
    return try rows(StatementText(query)).first { row in
      try columns.indices.map { index in
        TermOrder(
          type: try row.decode(String.self, at: 3 * index),
          collation: try row.decode(String?.self, at: 3 * index + 1),
          hasEqualSpellings: try row.decode(Bool.self, at: 3 * index + 2)
        )
      }
    } ?? []
  }
}

extension PostgresConnection {
  /// Whether the database compares texts by their bytes if they have no collation of their own.
  ///
  /// With an ICU locale it does not, whatever its libc locale is.
  var ordersByBytes: Bool {
    get throws {
      let byBytes = "datcollate IN ('C', 'POSIX')"
      let condition =
        switch serverVersion {
        case 170_000...:
          "(datlocprovider = 'c' AND \(byBytes) OR datlocprovider = 'b' AND datlocale = 'C')"
        case 150_000...: "datlocprovider = 'c' AND \(byBytes)"
        default: byBytes
        }
      let sql =
        "SELECT \(condition) FROM pg_catalog.pg_database WHERE datname = current_database()"
      return try execute(sql).first { row in try row.decode(Bool.self, at: 0) } ?? false
    }
  }
}
