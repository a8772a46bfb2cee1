import CPostgreSQL
import Foundation
import LiveSQL
import LiveSQLPostgres
import Observation
import PostgreSQL
import PostgreSQLTestSupport

/// A commit on a PostgreSQL server beside a live query that shows the row, compared with one by raw
/// calls on a server without a live query.
///
/// Each side has its own server, since a server decodes the changes of all its databases. Rounds
/// alternate in which side comes first.
enum PostgresCommitBesideLive: Figure {
  static let name = "postgres-commit"
  static let work =
    "PostgreSQL, a commit beside a live query of 100,000 rows; 1 is a raw one without a live query"
  static let unit = "×"
  static let bar = FigureBar.atMost(1.2)

  private static let rounds = 21
  private static let commits = 50

  static func measure(in folder: String) throws -> Double {
    let (watched, plain) = (try CommittedBooks(), try CommittedBooks())
    let database = PostgresDatabase(
      PostgresDatabaseConfiguration(watched.pair.server.configuration())
    )
    defer { database.close() }
    let all = FetchAll(
      CommittedBook.where { $0.pages >= 0 }.order(by: \.id),
      database: database,
      delivery: .immediate
    )
    while all.isLoading { Thread.sleep(forTimeInterval: 0.001) }
    var ratios: [Double] = []
    // The first round fills caches.
    for round in 0...rounds {
      let first = 1_000 + round * commits
      let numbers = first..<first + commits
      let isPlainFirst = round.isMultiple(of: 2)
      let before = try isPlainFirst ? plain.commitRaw(numbers) : 0
      let ours = try watched.commit(numbers) { all.wrappedValue[41_999].pages }
      let baseline = try isPlainFirst ? before : plain.commitRaw(numbers)
      if round > 0 { ratios.append(ours / baseline) }
    }
    return ratios.median
  }
}

@Table("books") private struct CommittedBook: Identifiable {
  let id: Int
  var title: String
  var pages: Int
}

/// A server with 100,000 books, one of which is updated again and again.
private final class CommittedBooks {
  private static let update = "UPDATE books SET pages = $1 WHERE id = 42000"
  let pair: PostgresPair

  init() throws {
    pair = try PostgresPair(
      """
      CREATE TABLE books (id bigint PRIMARY KEY, title text NOT NULL, pages bigint NOT NULL);
      INSERT INTO books SELECT n, 'Title ' || n, 100 FROM generate_series(1, 100000) n;
      CREATE PUBLICATION livesql FOR ALL TABLES; ANALYZE
      """
    )
    try pair.prepare("update", Self.update)
  }

  /// Returns the median time of commits by the library, in milliseconds.
  ///
  /// After each, it waits until a property shows it, which is observed as by a view.
  func commit(_ numbers: Range<Int>, of pages: () -> Int) throws -> Double {
    var times: [Double] = []
    for number in numbers {
      let seen = Moment()
      withObservationTracking {
        _ = pages()
      } onChange: {
        seen.set()
      }
      let start = Clock.wall.milliseconds
      try pair.connection.execute(Self.update, [.integer(Int64(number))])
      times.append(Clock.wall.milliseconds - start)
      _ = seen.wait()
      while pages() != number { Thread.sleep(forTimeInterval: 0.000_1) }
    }
    return times.median
  }

  /// Returns the median time of commits by raw calls, in milliseconds.
  ///
  /// They come as slowly as those that wait for a property.
  func commitRaw(_ numbers: Range<Int>) throws -> Double {
    var times: [Double] = []
    for number in numbers {
      let start = Clock.wall.milliseconds
      try updateRaw(number)
      times.append(Clock.wall.milliseconds - start)
      Thread.sleep(forTimeInterval: 0.000_3)
    }
    return times.median
  }

  private func updateRaw(_ pages: Int) throws {
    var bytes = Int64(pages).bigEndian
    let result = withUnsafeBytes(of: &bytes) { bytes in
      var value = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var (length, format) = (Int32(8), Int32(1))
      return livesql_PQexecPrepared(pair.raw, "update", 1, &value, &length, &format, 1)
    }
    defer { livesql_PQclear(result) }
    try pair.check(result, is: LIVESQL_PGRES_COMMAND_OK)
  }
}
