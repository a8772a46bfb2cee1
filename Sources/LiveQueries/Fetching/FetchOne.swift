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
    _ request: LiveRequest<Value>?,
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

extension LiveRequest {
  /// The one row that there has to be.
  static func required<S: TypedSQL.Statement, Row: QueryRepresentable & SendableMetatype>(
    _ statement: S,
    _ query: QueryFragment? = nil,
    as type: Row.Type
  ) -> Self where Row.QueryOutput == Value {
    one(statement, query ?? statement.query, as: type) { row in
      guard let row else { throw NotFound() }
      return row
    }
  }

  /// The first row, if there is one.
  static func first<S: TypedSQL.Statement, Row: QueryRepresentable & SendableMetatype>(
    _ statement: S,
    _ query: QueryFragment? = nil,
    as type: Row.Type
  ) -> Self where Value == Row.QueryOutput?, Row.QueryOutput: Sendable {
    one(statement, query ?? statement.query, as: type) { $0 }
  }

  /// The value of the first row, which may be NULL; that of no row is no value.
  static func flat<S: TypedSQL.Statement, Row: QueryRepresentable & SendableMetatype>(
    _ statement: S,
    as type: Row.Type
  ) -> Self where Row.QueryOutput == Value, Value: _OptionalProtocol {
    one(statement, statement.query, as: type) { $0 ?? ._none }
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
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value == T?, T.QueryOutput == T {
    let isTable = !(T.self is any _Selection.Type)
    let request =
      isTable
      ? LiveRequest<Value>.first(T.all.asSelect(), T.all.asSelect().queryOfOne, as: T.self) : nil
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Observes the row that has the key of a record.
  public init(
    wrappedValue: Value,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value: PrimaryKeyedTable, Value.QueryOutput == Value {
    self.init(
      wrappedValue,
      .required(wrappedValue._keyFilter, as: Value.self),
      database ?? connection,
      delivery.animated(animation)
    )
  }
}

// MARK: - Statements

extension FetchOne {
  /// Fetches the first row that a query of a table selects.
  public init<S: SelectStatement>(
    wrappedValue: Value,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where S.QueryValue == (), S.Joins == (), S.From.QueryOutput == Value {
    let request = LiveRequest.required(statement, statement.queryOfOne, as: S.From.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches the first row that a query of a table selects, if there is one.
  public init<S: SelectStatement>(
    wrappedValue: Value = nil,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where S.QueryValue == (), S.Joins == (), Value == S.From.QueryOutput? {
    let request = LiveRequest<Value>.first(statement, statement.queryOfOne, as: S.From.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches the first value that a statement selects.
  public init<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    wrappedValue: Value,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where V.QueryOutput == Value {
    let request = LiveRequest.required(statement, as: V.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches the first value that a statement selects, if there is one.
  public init<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    wrappedValue: Value = nil,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value == V.QueryOutput? {
    let request = LiveRequest<Value>.first(statement, as: V.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches the first value that a statement selects, which may be NULL.
  public init<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    wrappedValue: Value = ._none,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where V.QueryOutput == Value, Value: _OptionalProtocol {
    let request = LiveRequest<Value>.flat(statement, as: V.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches the first value that a statement selects.
  public init<S: TypedSQL.Statement<Value>>(
    wrappedValue: Value,
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Value: QueryRepresentable & SendableMetatype, Value.QueryOutput == Value {
    let request = LiveRequest.required(statement, as: Value.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }
}

// MARK: - Loading

extension FetchOne {
  /// Watches another query, and returns when its value is there; that of before stays until then.
  ///
  /// - Parameters:
  ///   - statement: The query.
  ///   - database: The database; the same as before unless given.
  ///   - delivery: How values become visible; as before unless given.
  ///   - animation: The animation with which views show new values.
  /// - Throws: What the query fails with.
  @discardableResult
  public func load<S: SelectStatement>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where S.QueryValue == (), S.Joins == (), S.From.QueryOutput == Value {
    try await fetched.load(
      .required(statement, statement.queryOfOne, as: S.From.self),
      database,
      delivery.animated(animation)
    )
  }

  /// Watches another query, and returns when its value is there; that of before stays until then.
  @discardableResult
  public func load<S: SelectStatement>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where S.QueryValue == (), S.Joins == (), Value == S.From.QueryOutput? {
    try await fetched.load(
      .first(statement, statement.queryOfOne, as: S.From.self),
      database,
      delivery.animated(animation)
    )
  }

  /// Watches another query, and returns when its value is there; that of before stays until then.
  @discardableResult
  public func load<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where V.QueryOutput == Value {
    let request = LiveRequest.required(statement, as: V.self)
    return try await fetched.load(request, database, delivery.animated(animation))
  }

  /// Watches another query, and returns when its value is there; that of before stays until then.
  @discardableResult
  public func load<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where Value == V.QueryOutput? {
    let request = LiveRequest<Value>.first(statement, as: V.self)
    return try await fetched.load(request, database, delivery.animated(animation))
  }

  /// Watches another query whose value may be NULL, and returns when it is there; that of before stays until then.
  ///
  /// That of no row is no value.
  @discardableResult
  public func load<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where V.QueryOutput == Value, Value: _OptionalProtocol {
    let request = LiveRequest<Value>.flat(statement, as: V.self)
    return try await fetched.load(request, database, delivery.animated(animation))
  }
}

extension FetchOne: Equatable where Value: Equatable {}
extension FetchOne: Hashable where Value: Hashable {}

extension FetchOne: CustomReflectable {
  /// The mirror of the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
