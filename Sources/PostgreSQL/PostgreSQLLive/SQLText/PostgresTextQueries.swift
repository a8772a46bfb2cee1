package import DatabaseTypes
package import IncrementalQueries
package import LiveEngine
package import PostgreSQL

/// Live queries of SQL text on a PostgreSQL database.
package final class PostgresTextQueries: Sendable {
  private let source: PostgresSource
  private let engine = LiveQueryEngine<PostgresSource>()

  /// Begins to read the changes of a database; returns immediately.
  package init(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings = .init()
  ) {
    source = PostgresSource(configuration, settings: settings)
  }

  /// Begins to read the changes of a database; returns at once.
  ///
  /// - Parameters:
  ///   - changes: The source that reports its commits.
  ///   - report: A closure that receives messages, such as that a table is locked.
  package init(
    _ configuration: PostgresConfiguration,
    changes: PostgresChanges,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let place = PostgresChanges.Place(
      configuration: configuration,
      barrier: .flushed,
      report: report
    )
    source = PostgresSource(configuration, changes: changes.make(place), report: report)
  }

  deinit { close() }

  /// Ends all live queries, and closes the connections; blocks until this is done.
  package func close() { source.close() }

  /// Statistics of the live queries, in the order in which they were started.
  package var statistics: [LiveQueryStatistics] { engine.statistics }

  /// The tables whose commits may change the result of a query.
  ///
  /// This blocks.
  ///
  /// - Throws: ``PostgresError`` if a table's changes are not reported, with what to do.
  package func region(of query: PostgresTextQuery) throws -> Region {
    try source.read { reader in try query.located { try reader.region(of: query.fragment) } }
  }

  /// Reports each commit that may affect a region, until the feed is cancelled or released.
  ///
  /// - Parameters:
  ///   - region: The tables that matter.
  ///   - rows: The tables whose changed rows are wanted with their values.
  ///   - receive: Called for each change set; it does not block.
  package func subscribe(
    to region: Region,
    rows: Region = Region(),
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed { source.subscribe(to: region, rows: rows, receive: receive, end: end) }

  /// Returns the number of the last commit that readers see, with all before it.
  ///
  /// A commit is reported before readers see it, and commits become visible in another order than
  /// they are reported. This blocks.
  package func shownNumber() throws -> Int {
    try source.readReported { _, contents in
      contents.hidden.map(\.number).min().map { $0 - 1 } ?? contents.number
    }
  }

  /// Returns the results of a query: the current one, and each later one that differs from the
  /// previous.
  package func updates(of query: PostgresTextQuery) -> PostgresTextUpdates {
    PostgresTextUpdates(engine: engine, source: source, query: query)
  }
}

/// The results of a live query of SQL text on PostgreSQL.
package struct PostgresTextUpdates: AsyncSequence, Sendable {
  /// A result, and its difference from the previous one.
  package struct Element: Sendable {
    /// The result.
    package let update: LiveQueryUpdate
    /// The result's columns, with their types.
    package let columns: PostgresColumns
  }

  let engine: LiveQueryEngine<PostgresSource>
  let source: PostgresSource
  let query: PostgresTextQuery

  /// Creates an iterator with its own subscription.
  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// An iterator over the results.
  package struct AsyncIterator: AsyncIteratorProtocol {
    private let updates: PostgresTextUpdates
    private let mailbox: LiveMailbox<PostgresTextRows>
    private var subscription: LiveSubscription?

    fileprivate init(_ updates: PostgresTextUpdates) {
      self.updates = updates
      mailbox = LiveMailbox(endsOnFailure: true, isSame: updates.query.request.isSame)
    }

    /// How the result is kept up to date; `nil` before the first one.
    package var plan: LivePlan? { subscription?.plan }

    /// The work that the query has done so far; `nil` before the first result.
    package var statistics: LiveQueryStatistics? { subscription?.statistics }

    /// Waits for the next result, and returns it.
    ///
    /// - Returns: `nil` if the task is cancelled or the database is closed.
    /// - Throws: The error with which the query fails, or which prevents the first result; then the
    ///   sequence ends.
    package mutating func next() async throws -> Element? {
      if subscription == nil {
        let sink = SettlingSink(mailbox)
        subscription = updates.engine.subscribe(updates.query.request, in: updates.source, sink)
      }
      guard let item = try await mailbox.next() else {
        subscription?.cancel()
        return nil
      }
      let (new, old) = (item.new.value, item.old?.value.rows ?? [])
      let update = LiveQueryUpdate(
        item,
        rows: new.rows,
        layout: new.layout,
        after: old,
        key: new.key
      )
      return Element(update: update, columns: new.columns)
    }
  }
}
