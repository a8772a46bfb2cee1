public import PostgreSQLDatabase
public import PostgreSQLLive

extension PostgresDatabaseConfiguration {
  /// The source that reports commits to the live queries of the database.
  ///
  /// It applies to `@FetchAll(query, database: database)`, and to everything else that uses
  /// ``PostgresDatabase/live``.
  ///
  /// Default: the server's change stream, with the publication `livesql`.
  ///
  /// ```swift
  /// var configuration = PostgresDatabaseConfiguration("postgres:///shop")
  /// configuration.changes = .triggers()
  /// let database = PostgresDatabase(configuration)
  /// ```
  ///
  /// Nothing is read before the first live query, which throws an error with the SQL to run if the
  /// server lacks something.
  public var changes: PostgresChanges {
    get { settings[ChangesSetting.self] ?? .replication() }
    set { settings[ChangesSetting.self] = newValue }
  }

  /// The shortest and the longest interval at which live queries compare the server's catalog with
  /// what they rest on, to notice what no commit reports, such as another policy or view.
  ///
  /// After a commit that a live query may show, and after a new live query, it is compared at the
  /// shortest interval; while nothing happens, the interval doubles each time. A comparison costs
  /// one round trip and one short query, of about a millisecond. `liveQueriesCaughtUp` always
  /// compares. With polling, nothing is compared.
  ///
  /// Default: 2 to 30 seconds. It has no effect without live queries.
  ///
  /// ```swift
  /// configuration.catalogIntervals = .seconds(10) ... .seconds(300)
  /// ```
  public var catalogIntervals: ClosedRange<Duration> {
    get { settings[CatalogIntervalsSetting.self] ?? .seconds(2) ... .seconds(30) }
    set { settings[CatalogIntervalsSetting.self] = newValue }
  }
}

private enum CatalogIntervalsSetting: PostgresSetting {
  typealias Value = ClosedRange<Duration>
}

private enum ChangesSetting: PostgresSetting {
  typealias Value = PostgresChanges
}
