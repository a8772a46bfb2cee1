public import DatabaseTypes
import LiveEngine
import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

/// The rows of a query, kept up to date.
///
/// ```swift
/// @FetchAll var reminders: [Reminder]
/// @FetchAll(Reminder.where(\.isCompleted).order { $0.title.desc() }) var completedReminders
/// @FetchAll(#sql("SELECT * FROM reminders WHERE isCompleted")) var sameReminders: [Reminder]
/// ```
///
/// The query runs when the property is created or, if no query was given, when it is first used; it
/// does not block the thread. When a commit of any process touches what the query reads, the
/// touched rows are read again and patched into the result; a query for which that is not sound
/// runs again (see ``FetchProperty/plan``). The value changes only if the result does. Equal
/// queries of one database share one live query, and all queries that a commit touched change
/// together.
///
/// The projected value offers more: ``FetchProperty/isLoading``, ``FetchProperty/loadError``,
/// ``FetchProperty/values`` and ``differences``. `try await $reminders.load(query)`
/// watches another query, as `$reminders = FetchAll(query)` does.
///
/// The database is the one passed as `database:`, or the default database. With a query,
/// `connection:` is another spelling of `database:`.
@propertyWrapper
public struct FetchAll<Element: Sendable>: FetchProperty {
  var storage: FetchStorage<[Element]>

  /// The storage of the rows, which copies of the property share.
  public var fetched: FetchedValue<[Element]> { storage.fetched.used }

  /// The fetched rows, or the default until they have been fetched.
  public var wrappedValue: [Element] { fetched.value }

  /// The state and actions of the property; assigning another `FetchAll` watches its query.
  public var projectedValue: FetchAll {
    get { self }
    nonmutating set { fetched.adopt(newValue.fetched) }
  }

  init(
    _ value: [Element],
    _ request: QueryRequest<[Element]>?,
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
    _ value: [Element],
    _ query: QueryRequest<[Element]>?,
    _ database: (any LiveDatabase)?,
    _ delivery: FetchDelivery,
    _ animation: FetchAnimation?,
    _ scheduler: (any ValueObservationScheduler)?
  ) { self.init(value, query, database, delivery.applying(animation, scheduler)) }

  // Only in the type's body, and not in an extension, can an initialiser without a required
  // parameter be the wrapper's default.

  /// Holds rows; there is no query until one is loaded.
  @_disfavoredOverload  // Prefer the overload for tables, which have a query.
  public init(wrappedValue: [Element] = []) { self.init(wrappedValue, nil, nil, .automatic) }

  /// Fetches a table, or its default scope, once the property is used.
  ///
  /// A `@Selection` is not a table, so there is no query until one is loaded.
  public init() where Element: Table, Element.QueryOutput == Element {
    self.init(delivery: .onUse)
  }

  /// Fetches a table, or its default scope.
  ///
  /// A `@Selection` is not a table, so there is no query until one is loaded.
  @inlinable
  public init(
    wrappedValue: [Element] = [],
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Element: Table, Element.QueryOutput == Element {
    let isTable = !(Element.self is any _Selection.Type)
    let query = isTable ? QueryRequest.all(Element.all.asSelect()._description) : nil
    self.init(wrappedValue, query, database, delivery, animation, scheduler)
  }
}

extension FetchAll {
  /// Fetches the rows of a query: of a table, joins, columns, or a request for records.
  ///
  /// ```swift
  /// @FetchAll(Reminder.where(\.isCompleted)) var reminders
  /// @FetchAll(Reminder.join(RemindersList.all) { $0.remindersListID == $1.id }) var pairs
  /// ```
  ///
  /// If five or more columns are selected within the parentheses, Swift cannot infer the type of
  /// the property; write it: `var rows: [(Int, String, …)]`.
  ///
  /// - Parameters:
  ///   - wrappedValue: The rows until they have been fetched.
  ///   - query: The query.
  ///   - database: The database; the default database unless given. `connection:` is another
  ///     spelling.
  ///   - delivery: How values become visible.
  ///   - animation: The animation with which views show new values.
  ///   - scheduler: The scheduler that notifies observers; see ``ValueObservationScheduler``.
  @inlinable
  public init(
    wrappedValue: [Element] = [],
    _ query: some RowQuery<Element>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) {
    self.init(wrappedValue, .all(query._description), database, delivery, animation, scheduler)
  }

  /// Fetches what a statement selects.
  ///
  /// Only the statement's type is known, or the statement takes its type from the property.
  ///
  /// ```swift
  /// @FetchAll(#sql("SELECT * FROM reminders WHERE isCompleted")) var reminders: [Reminder]
  /// ```
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public init<S: TypedSQL.Statement<Element>>(
    wrappedValue: [Element] = [],
    _ statement: S,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Element: QueryRepresentable & SendableMetatype, Element.QueryOutput == Element {
    self.init(
      wrappedValue,
      .all(statement._valueDescription),
      database,
      delivery,
      animation,
      scheduler
    )
  }
}

extension FetchAll {
  /// Fetches the tuples that a statement of several values selects.
  ///
  /// ```swift
  /// @FetchAll(#sql("SELECT id, title FROM reminders", as: (Int, String).self)) var reminders
  /// ```
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public init<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable,
    S: TypedSQL.Statement<(V1, V2, repeat each V3)>
  >(
    wrappedValue: [Element] = [],
    _ statement: S,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) where Element == (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput) {
    let query = _QueryDescription<Element>(statement, TupleRow<V1, V2, repeat each V3>.self)
    self.init(wrappedValue, .all(query), database, delivery, animation, scheduler)
  }
}

extension FetchAll {
  /// Watches another query, and returns once its rows are there; the old rows stay until then.
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
    _ query: some RowQuery<Element>,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription {
    try await load(.all(query._description), database, delivery, animation, scheduler)
  }

  /// Watches what a statement selects.
  ///
  /// Only the statement's type is known, or the statement takes its type from the property.
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable @discardableResult
  public func load<S: TypedSQL.Statement<Element>>(
    _ statement: S,
    database: (any LiveDatabase)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil,
    scheduler: (any ValueObservationScheduler)? = nil
  ) async throws -> FetchSubscription
  where Element: QueryRepresentable & SendableMetatype, Element.QueryOutput == Element {
    try await load(.all(statement._valueDescription), database, delivery, animation, scheduler)
  }
}

extension FetchAll {
  @usableFromInline
  func load(
    _ query: QueryRequest<[Element]>,
    _ database: (any LiveDatabase)?,
    _ delivery: FetchDelivery?,
    _ animation: FetchAnimation?,
    _ scheduler: (any ValueObservationScheduler)?
  ) async throws -> FetchSubscription {
    try await fetched.load(query, database, delivery.applying(animation, scheduler))
  }
}

extension FetchAll: Equatable where Element: Equatable {}
extension FetchAll: Hashable where Element: Hashable {}

extension FetchAll: CustomReflectable {
  /// The mirror of the rows.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
