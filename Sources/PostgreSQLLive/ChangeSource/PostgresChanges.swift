import PostgreSQL

/// What tells the commits of a database to its live queries.
///
/// ```swift
/// let live = PostgresLiveDatabase(configuration, changes: .triggers(PostgresTriggerLog()))
/// ```
///
/// | | needs | a commit is shown after | a result is |
/// |---|---|---|---|
/// | `replication` | `wal_level=logical`, the right REPLICATION, a publication | about 0.3 ms | patched |
/// | `triggers` | a schema and triggers, set up by the tables' owner | about 0.5 ms | patched |
/// | `polling` | nothing | the interval | run again each time, and its plan says so |
///
/// It is never chosen silently: what is missing for the one that is asked for is an error that says what to run.
public struct PostgresChanges: Sendable {
  let make: @Sendable (Place) -> any PostgresChangeSource

  /// What a change source is made with.
  struct Place {
    let configuration: PostgresConfiguration
    let barrier: MomentBarrier
    var onConnect: (@Sendable (PostgresConnection) throws -> Void)?
    let report: @Sendable (String) -> Void
  }

  /// The server's change stream, from a slot that lives as long as the connection.
  ///
  /// - Parameter settings: The publications, and how patient to be.
  public static func replication(_ settings: PostgresChangeStream.Settings = .init()) -> Self {
    Self { StreamedChanges($0.configuration, settings: settings, barrier: $0.barrier) }
  }

  /// A log that triggers write, where the change stream may not be read.
  ///
  /// - Parameter log: The log, which has to be set up: ``PostgresTriggerLog/setUpSQL(tables:)``.
  public static func triggers(_ log: PostgresTriggerLog = .init()) -> Self {
    Self { place in
      LoggedChanges(
        place.configuration,
        log: log,
        onConnect: place.onConnect,
        report: place.report
      )
    }
  }

  /// Nothing: all live queries are run again at intervals, in one snapshot, also where nothing has changed.
  ///
  /// Each plan says so: `run again: the database is asked again every 500 ms, since …`.
  ///
  /// - Parameters:
  ///   - interval: How often.
  ///   - reason: Why, as the rest of that sentence.
  public static func polling(
    every interval: Duration,
    since reason: String = "the program has chosen polling"
  ) -> Self {
    Self { _ in PolledChanges(every: interval, since: reason) }
  }

  /// A change source of one's own.
  public static func custom(_ source: any PostgresChangeSource) -> Self { Self { _ in source } }
}
