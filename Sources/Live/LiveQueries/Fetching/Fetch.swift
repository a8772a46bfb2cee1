public import DatabaseTypes
import LiveEngine
import SQLiteDatabase

/// The result of a request with several queries, kept up to date.
///
/// ```swift
/// @Fetch(Reminders()) var reminders = Reminders.Value()
/// ```
///
/// All its queries are read in one snapshot. When it is fetched, and what else the projected value
/// offers, is as for ``FetchAll``.
@propertyWrapper
public struct Fetch<Value: Sendable>: FetchProperty {
  var storage: FetchStorage<Value>

  /// The storage of the value, which copies of the property share.
  public var fetched: FetchedValue<Value> { storage.fetched }

  /// The fetched value, or the default until it has been fetched.
  public var wrappedValue: Value { fetched.value }

  /// The state and actions of the property; assigning another `Fetch` watches its request.
  public var projectedValue: Fetch {
    get { self }
    nonmutating set { fetched.adopt(newValue.fetched) }
  }

  init(
    _ value: Value,
    _ request: QueryRequest<Value>?,
    _ database: (any LiveDatabase)?,
    _ delivery: FetchDelivery
  ) {
    storage = FetchStorage(
      FetchedValue(value, request, from: FetchSource(database), delivery: delivery)
    )
  }

  /// Holds a value; nothing is fetched until a request is loaded.
  public init(wrappedValue: Value) { self.init(wrappedValue, nil, nil, .automatic) }

  /// Fetches what a request asks for.
  public init(
    wrappedValue: Value,
    _ request: some FetchKeyRequest<Value>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) { self.init(wrappedValue, .key(request), database, delivery.applying(animation, scheduler)) }
}

extension Fetch {
  /// Watches another request, and returns once its value is there; the old value stays until then.
  ///
  /// - Parameters:
  ///   - request: What to fetch.
  ///   - database: The database; the same as before unless given.
  ///   - delivery: How values become visible; as before unless given.
  ///   - animation: The animation with which views show new values.
  ///   - scheduler: The scheduler that notifies observers; see ``ValueObservationScheduler``.
  /// - Throws: The error with which the request fails.
  @discardableResult
  public func load(
    _ request: some FetchKeyRequest<Value>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription {
    try await fetched.load(.key(request), database, delivery.applying(animation, scheduler))
  }
}

extension Fetch: Equatable where Value: Equatable {}
extension Fetch: Hashable where Value: Hashable {}

extension Fetch: CustomReflectable {
  /// The mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
