public import IncrementalQueries
import LiveEngine
import Synchronization

/// The common interface of the projected values of `@FetchAll`, `@FetchOne` and `@Fetch`.
///
/// The value's members can be read directly: `$reminders.count`.
@dynamicMemberLookup
public protocol FetchProperty<Value>: Sendable {
  /// The type of the property.
  associatedtype Value: Sendable

  /// The storage of the value, which copies of the property share.
  var fetched: FetchedValue<Value> { get }
}

extension FetchProperty {
  /// Returns a member of the value.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> Member {
    fetched.value[keyPath: keyPath]
  }

  /// The projected value itself: `$reminders.sharedReader`.
  ///
  /// Other libraries have a separate reader type here.
  public var sharedReader: Self { self }

  /// Whether the first result of the query is still awaited, or the query is being loaded again.
  public var isLoading: Bool { fetched.isLoading }

  /// The error of the latest fetch; `nil` once a fetch has succeeded.
  ///
  /// The value stays as it was before the error.
  public var loadError: (any Error)? { fetched.loadError }

  /// Fetches the value again, and returns once it is there.
  ///
  /// You do not need this to see what was committed, in this process or another. It is for queries
  /// that read something no commit reports, such as the time. If no query is watched because its
  /// subscription was cancelled, nothing is fetched.
  ///
  /// - Throws: The error with which the query fails.
  public func load() async throws { try await fetched.load() }

  /// The values as they are fetched: the current one at once, if there is one, then each later one.
  ///
  /// An iterator that is slower than the writers gets the newest value. An error leaves the value
  /// as it is; see ``loadError``. The sequence ends when its task is cancelled and when the
  /// database is closed. It keeps the subscription alive.
  public var values: FetchedValues<Value> { FetchedValues(fetched) }

  /// Whether updates are paused; see ``pause()``.
  public var isPaused: Bool { fetched.state.withLock { $0.watch.isPaused } }

  /// Stops updating the value until ``resume()``, for example while it is not visible.
  ///
  /// Nothing is read for it while it is paused. It does not block.
  ///
  /// ```swift
  /// .onDisappear { $reminders.pause() }
  /// .onAppear { $reminders.resume() }
  /// ```
  public func pause() { fetched.pause() }

  /// Resumes updates, starting with the newest value; does nothing unless it is paused.
  public func resume() { fetched.resume() }

  /// The plan by which the query is kept up to date, and the reason for it.
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
  var plan: LivePlan? { state.withLock { $0.watch.subscription }?.plan }
}

extension FetchedValue {
  /// The identity of the watched request and its database.
  var identity: FetchIdentity? {
    let (request, link) = state.withLock { ($0.request?.live.identity, $0.link) }
    guard let request else { return nil }
    let database = try? link?.source.database()
    return FetchIdentity(request: request, database: database?.identity)
  }
}

/// A request and the database that it reads.
struct FetchIdentity: Hashable, Sendable {
  let request: LiveIdentity
  let database: ObjectIdentifier?
}
