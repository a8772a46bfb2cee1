public import DatabaseQueries
import LiveEngine
public import SQLiteDatabase
public import TypedSQL

/// One value of a query, kept up to date.
///
/// ```swift
/// @FetchOne var first: Reminder?
/// @FetchOne(Reminder.count()) var remindersCount = 0
/// @FetchOne(Reminder.where { $0.id == 7 }) var reminder: Reminder?
/// @FetchOne var list: RemindersList        // made from a record: observes the row with its key
/// ```
///
/// Where the value is not optional and there is no row, it stays what it is, and ``FetchProperty/loadError`` is ``NotFound``.
/// When the query runs, and what else the projected value tells, is as with ``FetchAll``.
@propertyWrapper
public struct FetchOne<Value: Sendable>: FetchProperty {
  var storage: FetchStorage<Value>

  /// What holds the value.
  public var fetched: FetchedValue<Value> { storage.fetched.used }

  /// The value: the default until it has been fetched.
  public var wrappedValue: Value { fetched.value }

  /// What else there is to know and do; assigning another one watches its query.
  public var projectedValue: FetchOne {
    get { self }
    nonmutating set { fetched.adopt(newValue.fetched) }
  }

  init(
    _ value: Value,
    _ request: LiveRequest<Value, Database>?,
    _ database: (any DatabaseReader)?,
    _ delivery: FetchDelivery
  ) {
    storage = FetchStorage(
      FetchedValue(value, request, from: FetchSource(database), delivery: delivery)
    )
  }

  /// Holds a value; there is no query until one is loaded.
  ///
  /// It stands in the body of the type: so Swift lets `@FetchOne var first: Counter?` begin with `nil`.
  @_disfavoredOverload  // A table has a query.
  public init(wrappedValue: Value) { self.init(wrappedValue, nil, nil, .automatic) }
}

extension LiveRequest where Snapshot == Database {
  /// The one row that there has to be.
  static func required(_ query: _QueryDescription<Value>) -> Self {
    one(query) { row in
      guard let row else { throw NotFound() }
      return row
    }
  }

  /// The first row, if there is one.
  static func first<Row: Sendable>(_ query: _QueryDescription<Row>) -> Self where Value == Row? {
    one(query) { $0 }
  }

  /// The value of the first row, which may be NULL; that of no row is no value.
  static func flat(_ query: _QueryDescription<Value>) -> Self where Value: _OptionalProtocol {
    one(query) { $0 ?? ._none }
  }
}

// MARK: - Tables

extension FetchOne {
  /// Fetches the first row of a table, once it is used.
  ///
  /// It is what `@FetchOne var first: Counter?` calls.
  public init<T: Table>(wrappedValue: Value) where Value == T?, T.QueryOutput == T {
    self.init(wrappedValue: wrappedValue, delivery: .onUse)
  }

  /// Fetches the first row of a table.
  public init<T: Table>(
    wrappedValue: Value = nil,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == T?, T.QueryOutput == T {
    let isTable = !(T.self is any _Selection.Type)
    let request = isTable ? LiveRequest<Value, Database>.first(T.all.asSelect()._description) : nil
    self.init(wrappedValue, request, database, delivery.told(animation, scheduler))
  }

  /// Observes the row that has the key of a record.
  public init(
    wrappedValue: Value,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value: PrimaryKeyedTable, Value.QueryOutput == Value {
    self.init(
      wrappedValue,
      .required(wrappedValue._keyFilter._description),
      database,
      delivery.told(animation, scheduler)
    )
  }
}

// MARK: - Queries

extension FetchOne {
  /// Fetches the first row of a query; the value stays what it is where there is none.
  ///
  /// ```swift
  /// @FetchOne(Reminder.find(7)) var reminder: Reminder?
  /// @FetchOne(Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }) var pair: (Reminder, RemindersList)?
  /// ```
  ///
  /// - Parameters:
  ///   - wrappedValue: The value until it has been fetched.
  ///   - query: The query.
  ///   - database: The database; the default one unless given. `connection:` is another spelling.
  ///   - delivery: How values become visible.
  ///   - animation: The animation with which views show new values.
  ///   - scheduler: What tells observers of new values; see ``ValueObservationScheduler``.
  public init(
    wrappedValue: Value,
    _ query: some RowQuery<Value>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) {
    self.init(
      wrappedValue,
      .required(query._description),
      database,
      delivery.told(animation, scheduler)
    )
  }

  /// Fetches the first row of a query, if there is one.
  public init<Row: Sendable>(
    wrappedValue: Value = nil,
    _ query: some RowQuery<Row>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == Row? {
    self.init(
      wrappedValue,
      .first(query._description),
      database,
      delivery.told(animation, scheduler)
    )
  }

  /// Fetches the first value of a query, which may be NULL; that of no row is no value.
  public init(
    wrappedValue: Value = ._none,
    _ query: some RowQuery<Value>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value: _OptionalProtocol {
    self.init(
      wrappedValue,
      .flat(query._description),
      database,
      delivery.told(animation, scheduler)
    )
  }

  /// Fetches what a statement selects first, of which only the type is known, or which learns its type from the property.
  ///
  /// ```swift
  /// @FetchOne(#sql("SELECT count(*) FROM reminders")) var count = 0
  /// ```
  @_disfavoredOverload  // A row query is read as one.
  public init<S: TypedSQL.Statement<Value>>(
    wrappedValue: Value,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value: QueryRepresentable & SendableMetatype, Value.QueryOutput == Value {
    self.init(
      wrappedValue,
      .required(statement._valueDescription),
      database,
      delivery.told(animation, scheduler)
    )
  }

  /// Fetches the value that a statement selects first, which may be NULL, of which only the type is known.
  @_disfavoredOverload  // As above.
  public init<S: TypedSQL.Statement<Value>>(
    wrappedValue: Value = ._none,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  )
  where
    Value: QueryRepresentable & SendableMetatype & _OptionalProtocol, Value.QueryOutput == Value
  {
    self.init(
      wrappedValue,
      .flat(statement._valueDescription),
      database,
      delivery.told(animation, scheduler)
    )
  }

  /// Fetches what a statement selects first, if there is a row, of which only the type is known.
  @_disfavoredOverload  // As above.
  public init<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    wrappedValue: Value = nil,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == V.QueryOutput? {
    self.init(
      wrappedValue,
      .first(statement._valueDescription),
      database,
      delivery.told(animation, scheduler)
    )
  }
}

// MARK: - Loading

extension FetchOne {
  /// Watches the first row of another query, and returns when it is there; the value of before stays until then.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - database: The database; the same as before unless given.
  ///   - delivery: How values become visible; as before unless given.
  ///   - animation: The animation with which views show new values.
  ///   - scheduler: What tells observers of new values; see ``ValueObservationScheduler``.
  /// - Throws: What the query fails with.
  @discardableResult
  public func load(
    _ query: some RowQuery<Value>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription {
    let request = LiveRequest<Value, Database>.required(query._description)
    return try await fetched.load(request, database, delivery.told(animation, scheduler))
  }

  /// Watches the first row of another query, if there is one, and returns when that is known.
  @discardableResult
  public func load<Row: Sendable>(
    _ query: some RowQuery<Row>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Value == Row? {
    let request = LiveRequest<Value, Database>.first(query._description)
    return try await fetched.load(request, database, delivery.told(animation, scheduler))
  }

  /// Watches the first value of another query, which may be NULL, and returns when it is there; that of no row is no value.
  @discardableResult
  public func load(
    _ query: some RowQuery<Value>,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Value: _OptionalProtocol {
    let request = LiveRequest<Value, Database>.flat(query._description)
    return try await fetched.load(request, database, delivery.told(animation, scheduler))
  }

  /// Watches what a statement selects first, of which only the type is known, or which learns its type from the property.
  @_disfavoredOverload  // A row query is read as one.
  @discardableResult
  public func load<S: TypedSQL.Statement<Value>>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription
  where Value: QueryRepresentable & SendableMetatype, Value.QueryOutput == Value {
    try await fetched.load(
      .required(statement._valueDescription),
      database,
      delivery.told(animation, scheduler)
    )
  }

  /// Watches the value that a statement selects first, which may be NULL, of which only the type is known.
  @_disfavoredOverload  // As above.
  @discardableResult
  public func load<S: TypedSQL.Statement<Value>>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription
  where
    Value: QueryRepresentable & SendableMetatype & _OptionalProtocol, Value.QueryOutput == Value
  {
    try await fetched.load(
      .flat(statement._valueDescription),
      database,
      delivery.told(animation, scheduler)
    )
  }

  /// Watches what a statement selects first, if there is a row, of which only the type is known.
  @_disfavoredOverload  // As above.
  @discardableResult
  public func load<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Value == V.QueryOutput? {
    try await fetched.load(
      .first(statement._valueDescription),
      database,
      delivery.told(animation, scheduler)
    )
  }
}

extension FetchOne: Equatable where Value: Equatable {}
extension FetchOne: Hashable where Value: Hashable {}

extension FetchOne: CustomReflectable {
  /// The mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
