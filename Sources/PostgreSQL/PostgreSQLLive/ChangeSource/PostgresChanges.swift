import PostgreSQL

/// A choice of how a database reports its commits to live queries.
///
/// ```swift
/// let live = PostgresLiveDatabase(configuration, changes: .triggers(PostgresTriggerLog()))
/// ```
///
/// | | needs | a commit is shown after | a result is |
/// |---|---|---|---|
/// | `replication` | `wal_level=logical`, REPLICATION, a publication | about 0.3 ms | patched |
/// | `triggers` | a schema and triggers, set up by the tables' owner | about 0.5 ms | patched |
/// | `polling` | nothing | the interval | run again each time, and its plan says so |
///
/// The choice is never made silently: if a requirement of the chosen source is missing, an error
/// says what to run.
public struct PostgresChanges: Sendable {
  let make: @Sendable (Place) -> any PostgresChangeSource

  /// The arguments with which a change source is created.
  struct Place {
    let configuration: PostgresConfiguration
    let barrier: MomentBarrier
    var onConnect: (@Sendable (PostgresConnection) throws -> Void)?
    let report: @Sendable (String) -> Void
  }

  /// The server's change stream, from a slot that exists as long as the connection.
  ///
  /// - Parameter settings: The publications and timeouts.
  public static func replication(_ settings: PostgresChangeStream.Settings = .init()) -> Self {
    Self { place in
      StreamedChanges(
        place.configuration,
        settings: settings,
        barrier: place.barrier,
        report: place.report
      )
    }
  }

  /// A log that triggers write, for databases whose change stream may not be read.
  ///
  /// - Parameter log: The log, which must have been set up with
  ///   ``PostgresTriggerLog/setUpSQL(tables:)``.
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

  /// No change source: all live queries run again at intervals, in one snapshot.
  ///
  /// They run even if nothing has changed.
  ///
  /// Each plan says so: `run again: the database is asked again every 500 ms, since …`.
  ///
  /// - Parameters:
  ///   - interval: The interval.
  ///   - reason: The reason, as the rest of that sentence.
  public static func polling(
    every interval: Duration,
    since reason: String = "the program has chosen polling"
  ) -> Self {
    Self { _ in PolledChanges(every: interval, since: reason) }
  }

  /// A custom change source.
  public static func custom(_ source: any PostgresChangeSource) -> Self { Self { _ in source } }
}
