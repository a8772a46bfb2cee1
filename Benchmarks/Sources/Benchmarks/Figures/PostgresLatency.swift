import Foundation
import LiveSQL
import LiveSQLPostgres
import Observation
import PostgreSQLTestSupport

/// A commit of one row among 100,000 on a PostgreSQL server, from its return to the property that
/// shows it.
enum PostgresLatency: Figure {
  static let name = "postgres-live"
  static let work =
    "PostgreSQL, from a commit's return to the property: one of 100,000 rows changes"
  static let unit = "µs"
  static let bar = FigureBar.atMost(300)

  static func measure(in folder: String) throws -> Double {
    let server = try PostgresBooks()
    let all = FetchAll(
      ServerBook.where { $0.pages >= 0 }.order(by: \.id),
      database: server.database,
      delivery: .immediate
    )
    try server.wait { all.isLoading == false }
    return try server.latency(commits: 300) { all.wrappedValue[41_999].pages }
  }
}

/// The same beside 1,000 live queries of other rows.
enum PostgresLatencyOf1000: Figure {
  static let name = "postgres-live-1000"
  static let work =
    "PostgreSQL, from a commit's return to the property: a row by key, 1,000 live queries"
  static let unit = "µs"
  static let bar = FigureBar.none

  static func measure(in folder: String) throws -> Double {
    let server = try PostgresBooks()
    let others = (1...1_000).map { id in
      FetchOne(
        wrappedValue: nil,
        ServerBook.find(id),
        database: server.database,
        delivery: .immediate
      )
    }
    let one = FetchOne(
      wrappedValue: nil,
      ServerBook.find(42_000),
      database: server.database,
      delivery: .immediate
    )
    try server.wait { !one.isLoading && !others.contains(where: \.isLoading) }
    return try server.latency(commits: 300) { one.wrappedValue?.pages }
  }
}

/// The start of 1,000 live queries on a PostgreSQL server, each of another row, until all have
/// their first result.
enum PostgresStartOf1000: Figure {
  static let name = "postgres-start-1000"
  static let work = "PostgreSQL, starting 1,000 live queries of one table"
  static let unit = "ms"
  static let bar = FigureBar.atMost(300)

  static func measure(in folder: String) throws -> Double {
    let server = try PostgresBooks()
    var times: [Double] = []
    for round in 0..<5 {
      let database = server.another()
      defer { database.close() }
      let start = Clock.wall.milliseconds
      let properties = (1...1_000).map { number in
        FetchOne(
          wrappedValue: nil,
          ServerBook.find(number + round * 1_000),
          database: database,
          delivery: .immediate
        )
      }
      try server.wait { !properties.contains(where: \.isLoading) }
      times.append(Clock.wall.milliseconds - start)
    }
    return times.median
  }
}

@Table("books") private struct ServerBook: Identifiable {
  let id: Int
  var title: String
  var pages: Int
}

/// A separate server with 100,000 books, which flushes each commit.
private final class PostgresBooks {
  private let server: PostgresTestServer
  private let writer: PostgresConnection
  let database: PostgresDatabase

  init() throws {
    server = try PostgresTestServer(settings: [])
    writer = try PostgresConnection(server.configuration())
    try writer.execute(
      script: """
        CREATE TABLE books (id bigint PRIMARY KEY, title text NOT NULL, pages bigint NOT NULL);
        INSERT INTO books SELECT n, 'Title ' || n, 100 FROM generate_series(1, 100000) n;
        CREATE PUBLICATION livesql FOR ALL TABLES
        """
    )
    database = PostgresDatabase(PostgresDatabaseConfiguration(server.configuration()))
  }

  deinit { database.close() }

  /// Returns another object of the same database, without live queries.
  func another() -> PostgresDatabase {
    PostgresDatabase(PostgresDatabaseConfiguration(server.configuration()))
  }

  func wait(_ condition: () -> Bool) throws {
    while !condition() { Thread.sleep(forTimeInterval: 0.000_1) }
  }

  /// Returns the median time from a commit's return to the property, in microseconds.
  ///
  /// The property is observed as by a view. Nobody waits awake, which would keep a processor from
  /// the server.
  func latency(commits: Int, of pages: () -> Int?) throws -> Double {
    var times: [Double] = []
    for number in 1...commits {
      let seen = Moment()
      withObservationTracking {
        _ = pages()
      } onChange: {
        seen.set()
      }
      try writer.execute("UPDATE books SET pages = $1 WHERE id = 42000", [.integer(Int64(number))])
      let returned = Clock.wall.milliseconds
      times.append(max(0, seen.wait() - returned) * 1_000)
      try wait { pages() == number }
    }
    return times.median
  }
}
