public import IncrementalQueries
import LiveEngine
import Synchronization

/// What the projected values of `@FetchAll`, `@FetchOne` and `@Fetch` have in common.
///
/// Members of the value are at hand: `$reminders.count`.
@dynamicMemberLookup
public protocol FetchProperty<Value>: Sendable {
  /// The type of the property.
  associatedtype Value: Sendable

  /// What holds the value; copies of the property share it.
  var fetched: FetchedValue<Value> { get }
}

extension FetchProperty {
  /// A member of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    fetched.value[keyPath: keyPath]
  }

  /// The projected value itself, as which other libraries have a reader of their own: `$reminders.sharedReader`.
  public var sharedReader: Self { self }

  /// Whether the first result of the query is on its way, or it is loaded again.
  public var isLoading: Bool { fetched.isLoading }

  /// Why the newest value could not be fetched, in which case the one before stays; `nil` once it could.
  public var loadError: (any Error)? { fetched.loadError }

  /// Fetches the value again, and returns when it is there.
  ///
  /// Nobody needs this to see what was committed in this or another process; it serves where a query reads what no commit
  /// tells of, such as the time. Where no query is watched, since its subscription was cancelled, nothing is fetched.
  ///
  /// - Throws: What the query fails with.
  public func load() async throws { try await fetched.load() }

  /// The values as they are fetched: the newest at once, if there is one, and each later one.
  ///
  /// Who is slower than the writers gets the newest. An error leaves the value as it is, and is in ``loadError``. The
  /// sequence ends when its task is cancelled, and when the database is closed; it keeps the subscription.
  public var values: FetchedValues<Value> { FetchedValues(fetched) }

  /// Whether it is paused.
  public var isPaused: Bool { fetched.state.withLock { $0.isPaused } }

  /// Lets the value be what it is until ``resume()``: for what nobody looks at.
  ///
  /// Nothing is read for it meanwhile. It does not block.
  ///
  /// ```swift
  /// .onDisappear { $reminders.pause() }
  /// .onAppear { $reminders.resume() }
  /// ```
  public func pause() { fetched.pause() }

  /// Keeps the value up to date again, beginning with the newest; does nothing unless it is paused.
  public func resume() { fetched.resume() }

  /// How the query is kept up to date, and why so.
  ///
  /// It is known once the first result is there.
  public var plan: LivePlan? { fetched.plan }
}

extension FetchProperty where Value: Equatable {
  /// Whether the values are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.fetched.value == right.fetched.value
  }
}

extension FetchProperty where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(fetched.value) }
}

extension FetchedValue {
  var plan: LivePlan? { state.withLock { $0.subscription }?.plan }
}

extension FetchedValue {
  /// What tells the request that is watched, with its database, from others.
  var identity: FetchIdentity? {
    let (request, link) = state.withLock { ($0.request?.live.identity, $0.link) }
    guard let request else { return nil }
    let database = try? link?.source.database()
    return FetchIdentity(request: request, database: database?.identity)
  }
}

/// A request and the database of which it is asked.
struct FetchIdentity: Hashable, Sendable {
  let request: LiveIdentity
  let database: ObjectIdentifier?
}
