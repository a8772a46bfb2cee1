public import PostgreSQLDatabase
public import PostgreSQLLive

extension PostgresDatabaseConfiguration {
  /// What tells the commits to the live queries of the database: to `@FetchAll(query, database: database)`, and to all else
  /// that ``PostgreSQLDatabase/PostgresDatabase/live`` serves.
  ///
  /// Default: the server's change stream, by the publication `livesql`.
  ///
  /// ```swift
  /// var configuration = PostgresDatabaseConfiguration("postgres:///shop")
  /// configuration.changes = .triggers()
  /// let database = PostgresDatabase(configuration)
  /// ```
  ///
  /// Nothing is read before the first live query. What the server lacks is an error then, with the SQL to run.
  public var changes: PostgresChanges {
    get { settings[ChangesSetting.self] ?? .replication() }
    set { settings[ChangesSetting.self] = newValue }
  }
}

private enum ChangesSetting: PostgresSetting {
  typealias Value = PostgresChanges
}
