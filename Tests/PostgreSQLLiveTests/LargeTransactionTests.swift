import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing
import TypedSQL

@testable import PostgreSQLLive

/// The cost of a transaction with very many rows for a program that watches only a few of them.
@Suite(.requiresPostgres, .serialized, .timeLimit(.hang)) struct LargeTransactionTests {
  private static let rowCount = TestRounds.isExhaustive ? 1_000_000 : 300_000
  /// Far less than all rows take, or their keys.
  private static let limit = (rowCount * 64 / 1_000_000) << 10

  /// A separate process watches, so that the memory is only its own.
  @Test(arguments: [ChangeSourceKind.stream, .log])
  func `a transaction of very many rows is shown without keeping its rows in memory`(
    kind: ChangeSourceKind
  ) async throws {
    let server = try PostgresTestServer(settings: ["fsync=off", "max_wal_size=4GB"])
    let scratch = try PostgresScratchDatabase(on: server)
    try scratch.connect().execute(
      script: """
        \(Reminder.creation);
        INSERT INTO reminders SELECT i, 'reminder ' || i, false FROM generate_series(1, \(Self.rowCount)) i;
        \(kind.setUp(["reminders"]))
        """
    )
    let (options, name) = (scratch.configuration.options, kind.rawValue)
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) { [options = options as [String: String], name = name as String] in
      try await watch(options, name)
    }
    let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
    let growth = try #require(
      output.split(separator: "\n").compactMap { $0.split(separator: "growth: ").last }
        .compactMap { Int($0) }.last
    )
    #expect(growth < Self.limit, "The process grew by \(growth) KiB.")
  }
}

/// Watches a hundred rows while all rows are changed, and prints the growth of the peak memory in
/// KiB.
private func watch(_ options: [String: String], _ kind: String) async throws {
  var configuration = PostgresConfiguration()
  configuration.options = options
  let live = PostgresLiveDatabase(
    configuration,
    changes: kind == ChangeSourceKind.stream.rawValue ? .replication() : .triggers()
  )
  let connection = try PostgresConnection(configuration)
  let few = Reminder.where { $0.id <= 100 }.order(by: \.id)
  var results = live.values(of: few).makeAsyncIterator()
  var titles = try await results.next()?.rows.map(\.title) ?? []
  precondition(titles.first == "reminder 1" && titles.count == 100)
  // A small change takes the same path first.
  try connection.execute("UPDATE reminders SET title = 'first' WHERE id = 1")
  titles = try await results.next()?.rows.map(\.title) ?? []
  precondition(titles.first == "first")
  let before = peakKibibytes()
  try connection.execute("UPDATE reminders SET title = 'changed ' || id")
  titles = try await results.next()?.rows.map(\.title) ?? []
  precondition(titles == (1...100).map { "changed \($0)" })
  print("growth: \(peakKibibytes() - before)")
  live.close()
}

/// Returns the peak memory of the process; 0 if the system does not report it.
private func peakKibibytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
  return line.flatMap { $0.split(whereSeparator: \.isWhitespace).dropFirst().first }
    .flatMap { Int($0) } ?? 0
}
