public import DatabaseTypes
import LiveEngine
import SQLiteDatabase

/// What a request of several queries fetches, kept up to date: `@Fetch(Reminders()) var reminders = Reminders.Value()`.
///
/// All its queries are read at one moment. When it is fetched, and what else the projected value tells, is as with
/// ``FetchAll``.
@propertyWrapper
public struct Fetch<Value: Sendable>: FetchProperty {
  var storage: FetchStorage<Value>

  /// What holds the value.
  public var fetched: FetchedValue<Value> { storage.fetched }

  /// The value: the default until it has been fetched.
  public var wrappedValue: Value { fetched.value }

  /// What else there is to know and do; assigning another one watches its request.
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
  ) { self.init(wrappedValue, .key(request), database, delivery.told(animation, scheduler)) }
}

extension Fetch {
  /// Watches another request, and returns when its value is there; that of before stays until then.
  ///
  /// - Parameters:
  ///   - request: What to fetch.
  ///   - database: The database; the same as before unless given.
  ///   - delivery: How values become visible; as before unless given.
  ///   - animation: The animation with which views show new values.
  ///   - scheduler: What tells observers of new values; see ``ValueObservationScheduler``.
  /// - Throws: What the request fails with.
  @discardableResult
  public func load(
    _ request: some FetchKeyRequest<Value>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription {
    try await fetched.load(.key(request), database, delivery.told(animation, scheduler))
  }
}

extension Fetch: Equatable where Value: Equatable {}
extension Fetch: Hashable where Value: Hashable {}

extension Fetch: CustomReflectable {
  /// The mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
