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
}

private enum ChangesSetting: PostgresSetting {
  typealias Value = PostgresChanges
}
