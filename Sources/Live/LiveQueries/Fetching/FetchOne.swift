public import DatabaseTypes
import LiveEngine
import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

/// One value of a query, kept up to date.
///
/// ```swift
/// @FetchOne var first: Reminder?
/// @FetchOne(Reminder.count()) var remindersCount = 0
/// @FetchOne(Reminder.where { $0.id == 7 }) var reminder: Reminder?
/// @FetchOne var list: RemindersList  // starts with a record; follows its key
/// ```
///
/// If the value is not optional and there is no row, the value stays as it is, and
/// ``FetchProperty/loadError`` is ``NotFound``. When the query runs, and what else the projected
/// value offers, is as for ``FetchAll``.
@propertyWrapper
public struct FetchOne<Value: Sendable>: FetchProperty {
  var storage: FetchStorage<Value>

  /// The storage of the value, which copies of the property share.
  public var fetched: FetchedValue<Value> { storage.fetched.used }

  /// The fetched value, or the default until it has been fetched.
  public var wrappedValue: Value { fetched.value }

  /// The state and actions of the property; assigning another `FetchOne` watches its query.
  public var projectedValue: FetchOne {
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

  /// Fetches what a query describes; the description is inlined where the property is created.
  @usableFromInline
  init(
    _ value: Value,
    _ query: QueryRequest<Value>?,
    _ database: (any LiveDatabase)?,
    _ delivery: FetchDelivery,
    _ animation: FetchAnimation?,
    _ scheduler: (any ValueObservationScheduler)?
  ) { self.init(value, query, database, delivery.applying(animation, scheduler)) }

  /// Holds a value; there is no query until one is loaded.
  ///
  /// It is declared in the body of the type, so that `@FetchOne var first: Counter?` starts with
  /// `nil`.
  @_disfavoredOverload  // Prefer the overload for tables, which have a query.
  public init(wrappedValue: Value) { self.init(wrappedValue, nil, nil, .automatic) }
}

// MARK: - Tables

extension FetchOne {
  /// Fetches the first row of a table, once the property is used.
  ///
  /// `@FetchOne var first: Counter?` calls it.
  public init<T: Table>(wrappedValue: Value) where Value == T?, T.QueryOutput == T {
    self.init(wrappedValue: wrappedValue, delivery: .onUse)
  }

  /// Fetches the first row of a table.
  @inlinable
  public init<T: Table>(
    wrappedValue: Value = nil,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == T?, T.QueryOutput == T {
    let isTable = !(T.self is any _Selection.Type)
    let query = isTable ? QueryRequest<Value>.first(T.all.asSelect()._description) : nil
    self.init(wrappedValue, query, database, delivery, animation, scheduler)
  }

  /// Fetches what an optional row stands for, usually nothing: `@FetchOne(Reminder?.none)`.
  ///
  /// `none` is the optional's here, not the query's of that name. Nothing is fetched for it.
  public init<T: Table>(
    wrappedValue: Value = nil,
    _ row: Value,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == T?, T.QueryValue == T, T.QueryOutput == T {
    let nothing: Where<T?> = T?.none
    let query = if case nil = row { nothing._description } else { Self.description(of: row) }
    self.init(wrappedValue, .flat(query), database, delivery, animation, scheduler)
  }

  /// Returns the description of an optional row, whose own members are the columns of its table.
  static func description<S: TypedSQL.Statement>(
    of statement: S
  ) -> _QueryDescription<S.QueryValue.QueryOutput> where S.QueryValue: QueryRepresentable {
    statement._valueDescription
  }

  /// Observes the row that has the same key as a record.
  public init(
    wrappedValue: Value,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value: PrimaryKeyedTable, Value.QueryOutput == Value {
    self.init(
      wrappedValue,
      .required(wrappedValue._keyFilter._description),
      database,
      delivery,
      animation,
      scheduler
    )
  }
}

// MARK: - Queries

extension FetchOne {
  /// Fetches the first row of a query; the value stays as it is if there is none.
  ///
  /// ```swift
  /// @FetchOne(Reminder.find(7)) var reminder: Reminder?
  /// @FetchOne(Reminder.join(RemindersList.all) { $0.remindersListID == $1.id })
  /// var pair: (Reminder, RemindersList)?
  /// ```
  ///
  /// - Parameters:
  ///   - wrappedValue: The value until it has been fetched.
  ///   - query: The query.
  ///   - database: The database; the default database unless given. `connection:` is another
  ///     spelling.
  ///   - delivery: How values become visible.
  ///   - animation: The animation with which views show new values.
  ///   - scheduler: The scheduler that notifies observers; see ``ValueObservationScheduler``.
  @inlinable
  public init(
    wrappedValue: Value,
    _ query: some RowQuery<Value>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) {
    self.init(wrappedValue, .required(query._description), database, delivery, animation, scheduler)
  }

  /// Fetches the first row of a query, if there is one.
  @inlinable
  public init<Row: Sendable>(
    wrappedValue: Value = nil,
    _ query: some RowQuery<Row>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == Row? {
    self.init(wrappedValue, .first(query._description), database, delivery, animation, scheduler)
  }

  /// Fetches the first value of a query, which may be NULL; no row gives `nil`.
  @inlinable
  public init(
    wrappedValue: Value = ._none,
    _ query: some RowQuery<Value>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value: _OptionalProtocol {
    self.init(wrappedValue, .flat(query._description), database, delivery, animation, scheduler)
  }

  /// Unavailable: the property needs a value for a query without rows.
  @available(
    *,
    unavailable,
    message:
      "The query may have no row: make the property optional, or give it a value to start with, as in 'var count = 0'."
  )
  @_disfavoredOverload  // The first error of the compiler says what is missing.
  public init(
    _ query: some RowQuery<Value>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) {
    fatalError("The initializer is unavailable.")
  }

  /// Fetches the first value that a statement selects.
  ///
  /// Only the statement's type is known, or the statement takes its type from the property.
  ///
  /// ```swift
  /// @FetchOne(#sql("SELECT count(*) FROM reminders")) var count = 0
  /// ```
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public init<S: TypedSQL.Statement<Value>>(
    wrappedValue: Value,
    _ statement: S,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value: QueryRepresentable & SendableMetatype, Value.QueryOutput == Value {
    self.init(
      wrappedValue,
      .required(statement._valueDescription),
      database,
      delivery,
      animation,
      scheduler
    )
  }

  /// Fetches the first value that a statement selects, which may be NULL.
  ///
  /// Only the type of the value is known.
  @_disfavoredOverload  // As above.
  @inlinable
  public init<S: TypedSQL.Statement<Value>>(
    wrappedValue: Value = ._none,
    _ statement: S,
    database: (any LiveDatabase)? = nil,
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
      delivery,
      animation,
      scheduler
    )
  }

  /// Fetches the first value that a statement selects, if there is a row.
  ///
  /// Only the type of the value is known.
  @_disfavoredOverload  // As above.
  @inlinable
  public init<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    wrappedValue: Value = nil,
    _ statement: S,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Value == V.QueryOutput? {
    self.init(
      wrappedValue,
      .first(statement._valueDescription),
      database,
      delivery,
      animation,
      scheduler
    )
  }
}

// MARK: - Loading

extension FetchOne {
  /// Watches the first row of another query, and returns once it is there.
  ///
  /// The old value stays until then.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - database: The database; the same as before unless given.
  ///   - delivery: How values become visible; as before unless given.
  ///   - animation: The animation with which views show new values.
  ///   - scheduler: The scheduler that notifies observers; see ``ValueObservationScheduler``.
  /// - Throws: The error with which the query fails.
  @inlinable @discardableResult
  public func load(
    _ query: some RowQuery<Value>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription {
    try await load(.required(query._description), database, delivery, animation, scheduler)
  }

  /// Watches the first row of another query, if there is one, and returns once that is known.
  @inlinable @discardableResult
  public func load<Row: Sendable>(
    _ query: some RowQuery<Row>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Value == Row? {
    try await load(.first(query._description), database, delivery, animation, scheduler)
  }

  /// Watches the first value of another query, which may be NULL, and returns once it is there.
  ///
  /// If there is no row, the value is `nil`.
  @inlinable @discardableResult
  public func load(
    _ query: some RowQuery<Value>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Value: _OptionalProtocol {
    try await load(.flat(query._description), database, delivery, animation, scheduler)
  }

  /// Watches the first value that a statement selects.
  ///
  /// Only the statement's type is known, or the statement takes its type from the property.
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable @discardableResult
  public func load<S: TypedSQL.Statement<Value>>(
    _ statement: S,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription
  where Value: QueryRepresentable & SendableMetatype, Value.QueryOutput == Value {
    try await load(.required(statement._valueDescription), database, delivery, animation, scheduler)
  }

  /// Watches the first value that a statement selects, which may be NULL.
  ///
  /// Only the type of the value is known.
  @_disfavoredOverload  // As above.
  @inlinable @discardableResult
  public func load<S: TypedSQL.Statement<Value>>(
    _ statement: S,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription
  where
    Value: QueryRepresentable & SendableMetatype & _OptionalProtocol, Value.QueryOutput == Value
  {
    try await load(.flat(statement._valueDescription), database, delivery, animation, scheduler)
  }

  /// Watches the first value that a statement selects, if there is a row.
  ///
  /// Only the type of the value is known.
  @_disfavoredOverload  // As above.
  @inlinable @discardableResult
  public func load<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    _ statement: S,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription where Value == V.QueryOutput? {
    try await load(.first(statement._valueDescription), database, delivery, animation, scheduler)
  }
}

extension FetchOne {
  @usableFromInline
  func load(
    _ query: QueryRequest<Value>,
    _ database: (any LiveDatabase)?,
    _ delivery: FetchDelivery?,
    _ animation: FetchAnimation?,
    _ scheduler: (any ValueObservationScheduler)?
  ) async throws -> FetchSubscription {
    try await fetched.load(query, database, delivery.applying(animation, scheduler))
  }
}

extension FetchOne: Equatable where Value: Equatable {}
extension FetchOne: Hashable where Value: Hashable {}

extension FetchOne: CustomReflectable {
  /// The mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
