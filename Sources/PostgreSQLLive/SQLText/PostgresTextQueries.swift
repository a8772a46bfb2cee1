import DatabaseTypes
package import LiveEngine
package import PostgreSQL

/// Live queries of SQL text on a PostgreSQL database.
package final class PostgresTextQueries: Sendable {
  private let source: PostgresSource
  private let engine = LiveQueryEngine<PostgresSource>()

  /// Begins to read the changes of a database; returns at once.
  package init(
    _ configuration: PostgresConfiguration,
    settings: PostgresChangeStream.Settings = .init()
  ) {
    source = PostgresSource(configuration, settings: settings)
  }

  deinit { close() }

  /// Ends all live queries, and closes the connections; blocks until that is done.
  package func close() { source.close() }

  /// What its live queries have done, in the order in which they came.
  package var statistics: [LiveQueryStatistics] { engine.statistics }

  /// The results of a query: the first as it is, and each later one that differs from the one before.
  package func updates(of query: PostgresTextQuery) -> PostgresTextUpdates {
    PostgresTextUpdates(engine: engine, source: source, query: query)
  }
}

/// The results of a live query of SQL text on PostgreSQL.
package struct PostgresTextUpdates: AsyncSequence, Sendable {
  /// A result, and how it differs from the one before.
  package struct Element: Sendable {
    /// The result.
    package let update: LiveQueryUpdate
    /// Its columns with their types.
    package let columns: PostgresColumns
  }

  fileprivate let engine: LiveQueryEngine<PostgresSource>
  fileprivate let source: PostgresSource
  fileprivate let query: PostgresTextQuery

  /// Makes an iterator, with a subscription of its own.
  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Iterates over the results.
  package struct AsyncIterator: AsyncIteratorProtocol {
    private let updates: PostgresTextUpdates
    private let mailbox: LiveMailbox<PostgresTextRows>
    private var subscription: LiveSubscription?

    fileprivate init(_ updates: PostgresTextUpdates) {
      self.updates = updates
      mailbox = LiveMailbox(endsOnFailure: true, isSame: updates.query.request.isSame)
    }

    /// The next result; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the database is closed.
    /// - Throws: What the query fails with, and why there is no first result; the sequence ends then.
    package mutating func next() async throws -> Element? {
      if subscription == nil {
        let sink = PatientSink(mailbox)
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
