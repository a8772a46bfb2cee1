public import IncrementalQueries
import LiveEngine
import PostgreSQL
import Synchronization

/// The results of a live query on PostgreSQL.
public struct PostgresLiveValues<Row: Sendable>: AsyncSequence, Sendable {
  /// A result, and its difference from the previous one.
  public struct Element: Sendable {
    /// The rows.
    public let rows: [Row]
    /// The difference from the previous rows; for the first result, from no rows.
    public let difference: Difference<Row>
    /// How the result is kept up to date.
    public let plan: LivePlan?
    /// The number of the last change set that the result includes.
    ///
    /// Results with the same number belong to the same moment.
    public let number: Int
  }

  let engine: LiveQueryEngine<PostgresSource>
  let source: PostgresSource
  let request: LiveRequest<[Row], PostgresSnapshotReader>

  /// Creates an iterator with its own subscription.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// An iterator over the results.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let values: PostgresLiveValues
    private let mailbox: LiveMailbox<[Row]>
    private var subscription: LiveSubscription?

    init(_ values: PostgresLiveValues) {
      self.values = values
      mailbox = LiveMailbox(endsOnFailure: true, isSame: values.request.isSame)
    }

    /// Waits for the next result, and returns it.
    ///
    /// If the server is unavailable for a while, the next result is the first one that differs
    /// after it has come back.
    ///
    /// - Returns: `nil` if the task is cancelled or the database is closed.
    /// - Throws: The error with which the query fails, or which prevents the first result; then the
    ///   sequence ends.
    public mutating func next() async throws -> Element? {
      if subscription == nil {
        let sink = SettlingSink(mailbox)
        subscription = values.engine.subscribe(values.request, in: values.source, sink)
      }
      guard let item = try await mailbox.next() else {
        subscription?.cancel()
        return nil
      }
      let (new, old) = (item.new.value, item.old?.value ?? [])
      let known = item.difference as? ResultDifference<Row>
      return Element(
        rows: new,
        difference: (known ?? .between(old, new)).difference,
        plan: subscription?.plan,
        number: item.stamp.number
      )
    }
  }
}

/// A sink that passes results to a mailbox, and failures that do not pass by themselves.
///
/// Until there is a result, it passes all failures.
///
/// State: whether there is a result, and how often it was cancelled since, in atomics.
final class SettlingSink<Value: Sendable>: LiveSink {
  private let mailbox: LiveMailbox<Value>
  private let hasResult = Atomic(false)
  private let cancellationCount = Atomic(0)

  init(_ mailbox: LiveMailbox<Value>) { self.mailbox = mailbox }

  var delivery: LiveDelivery { mailbox.delivery }

  func attach(_ cell: LiveCell<Value>) { mailbox.attach(cell) }

  func store(_ event: LiveEvent) -> AnyObject? {
    switch event {
    case .result:
      hasResult.store(true, ordering: .sequentiallyConsistent)
      cancellationCount.store(0, ordering: .sequentiallyConsistent)
    case .failure(let error):
      let isPatient = hasResult.load(ordering: .sequentiallyConsistent)
      if isPatient, passesByItself(error) { return nil }
    case .end: break
    }
    return mailbox.store(event)
  }

  private func passesByItself(_ error: any Error) -> Bool {
    guard PostgresSnapshotReader.isTransient(error) else { return false }
    guard let error = error as? PostgresError else { return true }
    if error.code == .queryCanceled {
      // Cancelled again and again, it takes longer than the server's statement_timeout.
      return cancellationCount.add(1, ordering: .sequentiallyConsistent).newValue < 3
    }
    return !error.needsAction
  }

  func wake() { mailbox.wake() }
}
