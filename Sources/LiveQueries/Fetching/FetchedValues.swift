public import IncrementalQueries
import LiveEngine

/// The values of a fetched property, as they come.
public struct FetchedValues<Value: Sendable>: AsyncSequence, Sendable {
  /// What it fails with: nothing.
  public typealias Failure = Never
  private let fetched: FetchedValue<Value>

  init(_ fetched: FetchedValue<Value>) { self.fetched = fetched }

  /// Makes an iterator, which keeps the subscription.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(FetchFollower(fetched)) }

  /// Iterates over values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let follower: FetchFollower<Value>

    init(_ follower: FetchFollower<Value>) { self.follower = follower }

    /// The next value; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the database is closed.
    public mutating func next() async -> Value? { await follower.next()?.new.value }

    /// The next value; waits until there is one.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      await follower.next()?.new.value
    }
  }
}

/// How each value of a fetched array differs from the one before.
public struct FetchedDifferences<Element: Sendable>: AsyncSequence, Sendable {
  /// What it fails with: nothing.
  public typealias Failure = Never
  private let fetched: FetchedValue<[Element]>

  init(_ fetched: FetchedValue<[Element]>) { self.fetched = fetched }

  /// Makes an iterator, which keeps the subscription.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(FetchFollower(fetched)) }

  /// Iterates over differences.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let follower: FetchFollower<[Element]>

    init(_ follower: FetchFollower<[Element]>) { self.follower = follower }

    /// The next difference; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the database is closed.
    public mutating func next() async -> Difference<Element>? { await follower.nextDifference() }

    /// The next difference; waits until there is one.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Difference<Element>?
    { await follower.nextDifference() }
  }
}

extension FetchAll {
  /// How the rows of each value differ from those of the one before; at first from none.
  ///
  /// Rows are told apart by the primary keys that the query selects, else by all their columns. Who is slower than the
  /// writers gets the whole difference.
  ///
  /// ```swift
  /// for await difference in $reminders.differences { table.apply(difference) }
  /// ```
  public var differences: FetchedDifferences<Element> { FetchedDifferences(fetched) }
}

/// Who follows a property, until it is let go.
final class FetchFollower<Value: Sendable>: Sendable {
  private let fetched: FetchedValue<Value>
  private let mailbox: LiveMailbox<Value>

  init(_ fetched: FetchedValue<Value>) {
    self.fetched = fetched
    mailbox = LiveMailbox(endsOnFailure: false) { left, right in
      if let known = left.marks, let others = right.marks { return known == others }
      return areEqual(left.value, right.value)
    }
    fetched.add(mailbox)
  }

  deinit { fetched.remove(mailbox) }

  // Without failures nothing is thrown.
  func next() async -> LiveMailbox<Value>.Item? { try? await mailbox.next() }

  func nextDifference<Element>() async -> Difference<Element>? where Value == [Element] {
    await next().map { item in
      if let known = item.difference as? ResultDifference<Element> { return known.difference }
      // Rows that have marks on both sides are told apart by these.
      if item.new.marks != nil, item.old.map({ $0.marks != nil }) ?? true {
        return .between(item.old, item.new)
      }
      return ResultDifference.between(item.old?.value ?? [], item.new.value).difference
    }
  }
}
