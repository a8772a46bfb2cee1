import PostgreSQL
import PostgreSQLTestSupport
import TypedSQL

extension PostgresScratchDatabase {
  /// Creates a database on a server whose changes are read, and its tables.
  ///
  /// - Parameter script: The SQL that creates the tables and, in most tests, their publication.
  /// - Returns: The database, and the connection that ran the script.
  static func streamed(_ script: String) throws -> (PostgresScratchDatabase, PostgresConnection) {
    let scratch = try PostgresScratchDatabase(on: .streaming)
    let connection = try scratch.connect()
    try connection.execute(script: script)
    return (scratch, connection)
  }
}

extension TestQuery {
  /// Returns the query for columns of a table, in the order of its key.
  static func rows(of table: String, _ columns: [String] = ["id", "title"]) -> TestQuery {
    TestQuery(
      columns.map { "\(table).\($0)" },
      from: "\"\(table)\"",
      tables: [(.first, table)],
      orderBy: ["\(table).id"],
      sameAs: "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY id"
    )
  }
}
