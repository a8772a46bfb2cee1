public import SQLiteDatabase
public import TypedSQL

/// The rows of a query, kept up to date.
///
/// ```swift
/// @FetchAll var reminders: [Reminder]
/// @FetchAll(Reminder.where(\.isCompleted).order { $0.title.desc() }) var completedReminders
/// @FetchAll(#sql("SELECT * FROM reminders WHERE isCompleted")) var sameReminders: [Reminder]
/// ```
///
/// The query runs when the property is made, or, where it was given nothing, when it is first used; the thread is not blocked.
/// When a commit of any process touches what it reads, the touched rows are read again and put in their places; a query for
/// which that is not sound runs again: ``FetchProperty/plan`` tells. The value changes where the result does. Equal queries of
/// one database are one underneath, and all that a commit touched change together.
///
/// The projected value tells more: ``FetchProperty/isLoading``, ``FetchProperty/loadError``, ``FetchProperty/values``,
/// ``FetchProperty/differences``; `try await $reminders.load(query)` watches another query, as `$reminders = FetchAll(query)`
/// does.
///
/// The database is the one that is named, as `database:` or `connection:`, else the default one.
@propertyWrapper
public struct FetchAll<Element: Sendable>: FetchProperty {
  var storage: FetchStorage<[Element]>

  /// What holds the rows.
  public var fetched: FetchedValue<[Element]> { storage.fetched.used }

  /// The rows: the default until they have been fetched.
  public var wrappedValue: [Element] { fetched.value }

  /// What else there is to know and do; assigning another one watches its query.
  public var projectedValue: FetchAll {
    get { self }
    nonmutating set { fetched.adopt(newValue.fetched) }
  }

  init(
    _ value: [Element],
    _ request: LiveRequest<[Element]>?,
    _ database: (any DatabaseReader)?,
    _ delivery: FetchDelivery
  ) {
    storage = FetchStorage(
      FetchedValue(value, request, from: FetchSource(database), delivery: delivery)
    )
  }

  // An initialiser without a required parameter is the wrapper's default in its body alone, and not in an extension.

  /// Holds rows; there is no query until one is loaded.
  @_disfavoredOverload  // A table has a query.
  public init(wrappedValue: [Element] = []) { self.init(wrappedValue, nil, nil, .automatic) }

  /// Fetches a table, or its default scope, once it is used.
  ///
  /// A `@Selection` is no table: there is no query until one is loaded.
  public init() where Element: Table, Element.QueryOutput == Element {
    self.init(delivery: .onUse)
  }

  /// Fetches a table, or its default scope.
  ///
  /// A `@Selection` is no table: there is no query until one is loaded.
  public init(
    wrappedValue: [Element] = [],
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Element: Table, Element.QueryOutput == Element {
    let isTable = !(Element.self is any _Selection.Type)
    let request = isTable ? LiveRequest.all(Element.all.asSelect(), as: Element.self) : nil
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }
}

extension FetchAll {
  /// Fetches the rows of a table that a query selects.
  public init<S: SelectStatement>(
    wrappedValue: [Element] = [],
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where S.QueryValue == (), S.Joins == (), S.From.QueryOutput == Element {
    let request = LiveRequest.all(statement, as: S.From.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches what a statement selects.
  public init<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    wrappedValue: [Element] = [],
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where V.QueryOutput == Element {
    let request = LiveRequest.all(statement, as: V.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches what a statement selects.
  public init<S: TypedSQL.Statement<Element>>(
    wrappedValue: [Element] = [],
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Element: QueryRepresentable & SendableMetatype, Element.QueryOutput == Element {
    let request = LiveRequest.all(statement, as: Element.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }
}

extension FetchAll {
  /// Watches another query, and returns when its rows are there; those of before stay until then.
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
  where S.QueryValue == (), S.Joins == (), S.From.QueryOutput == Element {
    try await fetched.load(
      .all(statement, as: S.From.self),
      database,
      delivery.animated(animation)
    )
  }

  /// Watches another query, and returns when its rows are there; those of before stay until then.
  @discardableResult
  public func load<V: QueryRepresentable & SendableMetatype, S: TypedSQL.Statement<V>>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription where V.QueryOutput == Element {
    let request = LiveRequest.all(statement, as: V.self)
    return try await fetched.load(request, database, delivery.animated(animation))
  }

  /// Watches another query, and returns when its rows are there; those of before stay until then.
  @discardableResult
  public func load<S: TypedSQL.Statement<Element>>(
    _ statement: S,
    database: (any DatabaseReader)? = nil,
    delivery: FetchDelivery? = nil,
    animation: FetchAnimation? = nil
  ) async throws -> FetchSubscription
  where Element: QueryRepresentable & SendableMetatype, Element.QueryOutput == Element {
    let request = LiveRequest.all(statement, as: Element.self)
    return try await fetched.load(request, database, delivery.animated(animation))
  }
}

extension FetchAll: Equatable where Element: Equatable {}
extension FetchAll: Hashable where Element: Hashable {}

extension FetchAll: CustomReflectable {
  /// The mirror of the rows.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}
