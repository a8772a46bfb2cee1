import DatabaseTypes
import LiveEngine
public import SQLiteDatabase
public import SQLiteQueries

/// A value that a closure fetches, kept up to date: the general form of a live query.
///
/// ```swift
/// let observation = ValueObservation.tracking { db in
///   try Reminder.where(\.isCompleted).fetchAll(db)
/// }
/// let cancellable = observation.start(in: database) { error in … } onChange: { reminders in … }
/// for try await reminders in observation.values(in: database) { … }
/// ```
///
/// The closure runs again when a commit, of this process or another, touches a table or column that
/// it read. Equal consecutive values are delivered unless ``removeDuplicates()`` is applied. An
/// observer that is slower than the writers gets the newest value. The observation ends after an
/// error. A ``DatabaseSnapshot`` does not change, so it yields one value.
public struct ValueObservation<Value: Sendable>: Sendable {
  /// Creates a new request for each observer.
  let makeRequest: @Sendable () -> LiveRequest<Value, Database>
  /// The closures that follow the observation's events.
  let handlers: ObservationHandlers<Value>

  init(
    handlers: ObservationHandlers<Value> = ObservationHandlers(),
    makeRequest: @escaping @Sendable () -> LiveRequest<Value, Database>
  ) {
    self.handlers = handlers
    self.makeRequest = makeRequest
  }

  init(request: LiveRequest<Value, Database>) { self.init { request } }

  /// Observes what a query describes; the description is inlined where the observation is created.
  @usableFromInline init(of query: QueryRequest<Value>) { self.init(request: query.live) }
}

extension ValueObservation {
  /// Observes what a closure fetches.
  ///
  /// - Parameter fetch: The closure, which may only read.
  public static func tracking(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> ValueObservation {
    ValueObservation(
      request: LiveRequest(
        identity: nil,
        region: nil,
        read: { LiveReading(value: try fetch($0)) },
        isSame: { _, _ in false }
      )
    )
  }

  /// Observes what a closure fetches that always reads the same tables and columns.
  ///
  /// It is the same as ``tracking(_:)``, which records what the closure reads on every run at
  /// negligible cost.
  ///
  /// - Parameter fetch: The closure, which may only read.
  public static func trackingConstantRegion(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> ValueObservation { tracking(fetch) }

  /// Observes what a closure fetches; it runs again when a commit touches given regions.
  ///
  /// What the closure itself reads makes no difference.
  ///
  /// ```swift
  /// let date = ValueObservation.tracking(region: Player.all(), Team.all()) { _ in Date() }
  /// ```
  ///
  /// - Parameters:
  ///   - region: A request, or a region such as `Region.fullDatabase`.
  ///   - others: More regions.
  ///   - fetch: The closure, which may only read.
  public static func tracking(
    region: any DatabaseRegionConvertible,
    _ others: any DatabaseRegionConvertible...,
    fetch: @escaping @Sendable (Database) throws -> Value
  ) -> ValueObservation { tracking(regions: [region] + others, fetch: fetch) }

  /// Observes what a closure fetches; it runs again when a commit touches given regions.
  ///
  /// What the closure itself reads makes no difference.
  ///
  /// - Parameters:
  ///   - regions: Requests and regions.
  ///   - fetch: The closure, which may only read.
  public static func tracking(
    regions: [any DatabaseRegionConvertible],
    fetch: @escaping @Sendable (Database) throws -> Value
  ) -> ValueObservation {
    let union: @Sendable (Database) throws -> Region = { db in
      try regions.reduce(into: Region()) { region, other in
        region.formUnion(try other.databaseRegion(db))
      }
    }
    return ValueObservation(
      request: LiveRequest(
        identity: nil,
        region: union,
        read: { db in
          let region = try union(db)
          return LiveReading(value: try db.reading(as: region) { try fetch(db) })
        },
        isSame: { _, _ in false }
      )
    )
  }

  /// Observes what a request fetches.
  public static func tracking(
    _ request: some FetchKeyRequest<Value>
  ) -> ValueObservation { tracking { try request.fetch($0) } }

  /// Observes the rows of a query, which are patched as the rows of ``FetchAll`` are.
  ///
  /// ```swift
  /// let reminders = ValueObservation.tracking(Reminder.where(\.isCompleted)).values(in: database)
  /// ```
  @inlinable
  public static func tracking<Element: Sendable>(
    _ query: some RowQuery<Element>
  ) -> ValueObservation where Value == [Element] {
    ValueObservation(of: .all(query._description))
  }

  /// Observes the first row of a query, if there is one.
  @inlinable
  public static func trackingFirst<Element: Sendable>(
    of query: some RowQuery<Element>
  ) -> ValueObservation where Value == Element? {
    ValueObservation(of: .first(query._description))
  }
}

extension ValueObservation {
  /// Transforms the values with a closure.
  ///
  /// - Parameter transform: Runs on the connection's thread, after the fetch.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> ValueObservation<Other> {
    let makeBase = makeRequest
    return ValueObservation<Other>(handlers: handlers.mapped()) {
      let base = makeBase()
      return LiveRequest(
        identity: nil,
        region: base.region,
        read: { db in
          let reading = try base.read(db)
          return LiveReading(value: try transform(reading.value), basis: reading)
        },
        isSame: { left, right in
          guard let left = left.basis as? LiveReading<Value>,
            let right = right.basis as? LiveReading<Value>
          else { return false }
          return base.isSame(left, right)
        }
      )
    }
  }

  /// Drops each value that a closure considers the same as the previous one.
  public func removeDuplicates(
    by areSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> ValueObservation {
    let makeBase = makeRequest
    return ValueObservation(handlers: handlers) {
      let base = makeBase()
      return LiveRequest(
        identity: nil,
        region: base.region,
        read: base.read,
        isSame: { base.isSame($0, $1) || areSame($0.value, $1.value) }
      )
    }
  }
}

extension ValueObservation where Value: Equatable {
  /// Drops each value that equals the previous one.
  public func removeDuplicates() -> ValueObservation { removeDuplicates { $0 == $1 } }
}
