public import IncrementalQueries
import LiveEngine
import SQLiteDatabase
import Synchronization

/// The values of a fetched property, as an asynchronous sequence.
public struct FetchedValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The error type: the sequence never throws.
  public typealias Failure = Never
  private let fetched: FetchedValue<Value>

  init(_ fetched: FetchedValue<Value>) { self.fetched = fetched }

  /// Creates an iterator, which keeps the subscription alive.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(FetchFollower(fetched)) }

  /// An iterator over values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let follower: FetchFollower<Value>

    init(_ follower: FetchFollower<Value>) { self.follower = follower }

    /// Returns the next value; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled or the database is closed.
    public mutating func next() async -> Value? { await follower.next()?.new.value }

    /// Returns the next value; waits until there is one.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await follower.next()?.new.value
    }
  }
}

/// The differences between successive values of a fetched array.
public struct FetchedDifferences<Element: Sendable>: AsyncSequence, Sendable {
  /// The error type: the sequence never throws.
  public typealias Failure = Never
  private let fetched: FetchedValue<[Element]>

  init(_ fetched: FetchedValue<[Element]>) { self.fetched = fetched }

  /// Creates an iterator, which keeps the subscription alive.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(FetchFollower(fetched)) }

  /// An iterator over differences.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let follower: FetchFollower<[Element]>

    init(_ follower: FetchFollower<[Element]>) { self.follower = follower }

    /// Returns the next difference; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled or the database is closed.
    public mutating func next() async -> Difference<Element>? { await follower.nextDifference() }

    /// Returns the next difference; waits until there is one.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Difference<Element>?
    { await follower.nextDifference() }
  }
}

extension FetchAll {
  /// The differences between successive values; the first is the difference from no rows.
  ///
  /// Rows are identified by the primary keys that the query selects, or else by all their columns.
  /// An iterator that is slower than the writers gets the combined difference.
  ///
  /// ```swift
  /// for await difference in $reminders.differences { table.apply(difference) }
  /// ```
  public var differences: FetchedDifferences<Element> { FetchedDifferences(fetched) }
}

/// A consumer that follows a property until it is released.
final class FetchFollower<Value: Sendable>: Sendable {
  private let fetched: FetchedValue<Value>
  private let mailbox: LiveMailbox<Value>
  /// The request, which knows how its rows are compared; a later one compares the same type.
  private let live: LiveRequest<Value, Database>?

  init(_ fetched: FetchedValue<Value>) {
    let live = fetched.state.withLock { $0.request?.live }
    self.fetched = fetched
    self.live = live
    mailbox = LiveMailbox(endsOnFailure: false) { left, right in
      if let known = left.marks, let others = right.marks { return known == others }
      return live?.isSame(left, right) ?? areEqual(left.value, right.value)
    }
    fetched.add(mailbox)
  }

  deinit { fetched.remove(mailbox) }

  // The mailbox reports no failures, so nothing is thrown.
  func next() async -> LiveMailbox<Value>.Item? { try? await mailbox.next() }

  func nextDifference<Element>() async -> Difference<Element>? where Value == [Element] {
    await next().map { item in
      if let known = item.difference as? ResultDifference<Element> { return known.difference }
      // If all rows have marks on both sides, the marks identify them.
      if item.new.marks != nil, item.old.map({ $0.marks != nil }) ?? true {
        return .between(item.old, item.new)
      }
      let (old, new) = (item.old?.value ?? [], item.new.value)
      let difference = live?.difference?(old, new) as? ResultDifference<Element>
      return (difference ?? .between(old, new)).difference
    }
  }
}
