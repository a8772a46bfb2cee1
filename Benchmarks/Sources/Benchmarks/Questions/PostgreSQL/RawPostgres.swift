import CPostgreSQL
import Foundation
import PostgreSQL
import PostgreSQLTestSupport

/// A server for the benchmark, with one connection of the library and one of raw libpq calls.
final class PostgresPair {
  let server: PostgresTestServer
  let connection: PostgresConnection
  let raw: OpaquePointer

  /// - Parameter script: The SQL that creates the tables.
  init(_ script: String) throws {
    server = try PostgresTestServer(settings: ["max_wal_size=4GB", "autovacuum=off"])
    // This also opens libpq.
    connection = try PostgresConnection(server.configuration())
    try connection.execute(script: script)
    let texts = ["host", "user", server.folder, "postgres"].map { $0.withCString(strdup) }
    defer { for text in texts { free(text) } }
    let keywords = texts[0...1].map { UnsafePointer($0) } + [nil]
    let values = texts[2...3].map { UnsafePointer($0) } + [nil]
    guard let raw = livesql_PQconnectdbParams(keywords, values, 0),
      livesql_PQstatus(raw) == LIVESQL_CONNECTION_OK
    else { throw RawPostgresError(message: "no raw connection") }
    self.raw = raw
  }

  deinit { livesql_PQfinish(raw) }

  /// Throws if a result does not have the expected status.
  func check(_ result: OpaquePointer?, is status: Int) throws {
    guard livesql_PQresultStatus(result) != Int32(status) else { return }
    throw RawPostgresError(message: livesql_PQerrorMessage(raw).map { String(cString: $0) } ?? "")
  }

  /// Runs a statement whose rows are not needed.
  func run(_ sql: String) throws {
    let result = livesql_PQexec(raw, sql)
    defer { livesql_PQclear(result) }
    try check(result, is: LIVESQL_PGRES_COMMAND_OK)
  }

  /// Prepares a statement.
  func prepare(_ name: String, _ sql: String) throws {
    guard livesql_PQsendPrepare(raw, name, sql, 0, nil) == 1 else {
      throw RawPostgresError(message: "cannot prepare")
    }
    while let result = livesql_PQgetResult(raw) {
      defer { livesql_PQclear(result) }
      try check(result, is: LIVESQL_PGRES_COMMAND_OK)
    }
  }
}

/// An error that a raw call reported.
struct RawPostgresError: Error {
  let message: String
}

/// Returns the raw integer of a column, in binary format.
@inline(__always)
func rawInteger(_ result: OpaquePointer?, _ row: Int32, _ column: Int32) -> Int {
  guard let bytes = livesql_PQgetvalue(result, row, column) else { return 0 }
  return Int(Int32(bigEndian: UnsafeRawPointer(bytes).loadUnaligned(as: Int32.self)))
}
