public import IncrementalQueries
import LiveEngine
import Synchronization

/// The results of a live query on PostgreSQL.
public struct PostgresLiveValues<Row: Sendable>: AsyncSequence, Sendable {
  /// A result, and how it differs from the one before.
  public struct Element: Sendable {
    /// The rows.
    public let rows: [Row]
    /// How they differ from those before; from none, for the first result.
    public let difference: Difference<Row>
    /// How the result is kept up to date.
    public let plan: LivePlan?
    /// The number of the last change set that the result holds; results with one number are of one moment.
    public let number: Int
  }

  let engine: LiveQueryEngine<PostgresSource>
  let source: PostgresSource
  let request: LiveRequest<[Row], PostgresSnapshotReader>

  /// Makes an iterator, with a subscription of its own.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Iterates over the results.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let values: PostgresLiveValues
    private let mailbox: LiveMailbox<[Row]>
    private var subscription: LiveSubscription?

    init(_ values: PostgresLiveValues) {
      self.values = values
      mailbox = LiveMailbox(endsOnFailure: true, isSame: values.request.isSame)
    }

    /// The next result; waits until there is one.
    ///
    /// Where the server goes away for a while, the next result is the first that differs after it has come back.
    ///
    /// - Returns: `nil` when the task is cancelled, or the database is closed.
    /// - Throws: What the query fails with, and why there is no first result; the sequence ends then.
    public mutating func next() async throws -> Element? {
      if subscription == nil {
        let sink = PatientSink(mailbox)
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

/// Tells a mailbox of results, and of failures that stay: what passes is not told once there is a result.
///
/// State: whether there is one, an atomic.
final class PatientSink<Value: Sendable>: LiveSink {
  private let mailbox: LiveMailbox<Value>
  private let hasResult = Atomic(false)

  init(_ mailbox: LiveMailbox<Value>) { self.mailbox = mailbox }

  var delivery: LiveDelivery { mailbox.delivery }

  func attach(_ cell: LiveCell<Value>) { mailbox.attach(cell) }

  func store(_ event: LiveEvent) -> AnyObject? {
    switch event {
    case .result: hasResult.store(true, ordering: .sequentiallyConsistent)
    case .failure(let error):
      let isPatient = hasResult.load(ordering: .sequentiallyConsistent)
      if isPatient, PostgresSnapshotReader.mayPass(error) { return nil }
    case .end: break
    }
    return mailbox.store(event)
  }

  func wake() { mailbox.wake() }
}
