import PostgreSQL
import Testing

@testable import LiveEngine
@testable import PostgreSQLLive

/// The kinds of sources of changes; each must pass the same tests.
enum ChangeSourceKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case stream, log, logWithoutWaking, polling

  var testDescription: String { rawValue }

  /// Returns the SQL that makes the changes of tables be reported.
  func setUp(_ tables: [String]) -> String {
    let log = self == .logWithoutWaking ? Self.quietLog : PostgresTriggerLog()
    return switch self {
    case .stream:
      """
      CREATE PUBLICATION livesql FOR TABLE \(tables.joined(separator: ", "))
      WITH (publish_via_partition_root = true)
      """
    case .log, .logWithoutWaking: log.setUpSQL(tables: tables.map { PostgresTable($0) })
    case .polling: "SELECT 1"
    }
  }

  static let quietLog = PostgresTriggerLog(notifies: false, interval: .milliseconds(5))

  func source(_ configuration: PostgresConfiguration, barrier: MomentBarrier = .flushed)
    -> PostgresSource
  {
    let changes: PostgresChanges =
      switch self {
      case .stream: .replication()
      case .log: .triggers()
      case .logWithoutWaking: .triggers(Self.quietLog)
      case .polling: .polling(every: .milliseconds(20))
      }
    let place = PostgresChanges.Place(configuration: configuration, barrier: barrier) { _ in }
    return PostgresSource(configuration, changes: changes.make(place))
  }

  /// Returns a source with the short time limits of a test.
  func source(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings,
    answerTimeout: Duration
  ) -> PostgresSource {
    let changes: any PostgresChangeSource =
      switch self {
      case .stream: StreamedChanges(configuration, settings: settings, barrier: .flushed)
      case .log, .logWithoutWaking:
        LoggedChanges(
          configuration,
          log: self == .log ? .init() : Self.quietLog,
          answerTimeout: answerTimeout,
          longestPause: settings.longestRetry
        )
      case .polling: PolledChanges(every: .milliseconds(20), since: "the test has chosen it")
      }
    return PostgresSource(
      configuration,
      changes: changes,
      answerTimeout: answerTimeout,
      readLimit: answerTimeout
    )
  }
}
