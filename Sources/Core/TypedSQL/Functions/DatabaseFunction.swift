/// A Swift function that SQL can call.
///
/// `@DatabaseFunction` generates one for a function or a computed property, with a `$` before its
/// name.
public protocol TypedDatabaseFunction<Input, Output> {
  /// The types of the arguments.
  associatedtype Input
  /// The type of the result.
  associatedtype Output

  /// The name in SQL.
  var name: String { get }

  /// The number of arguments in SQL, or `nil` for any number. A row counts as its columns.
  var argumentCount: Int? { get }

  /// Whether the same arguments always give the same result.
  ///
  /// A deterministic function can be used in indexes and generated columns.
  var isDeterministic: Bool { get }

  /// Whether all values of the type are the same function, as for one that is global or static.
  @_documentation(visibility: internal)
  static var _isTheSameEverywhere: Bool { get }
}

extension TypedDatabaseFunction {
  /// Unless the macro says otherwise, a value may have an implementation of its own.
  @_documentation(visibility: internal)
  public static var _isTheSameEverywhere: Bool { false }
}

/// A Swift function that SQL can call for each row.
///
/// ```swift
/// @DatabaseFunction func exclaim(_ text: String) -> String { text + "!" }
///
/// Reminder.select { $exclaim($0.title) }
/// // SELECT "exclaim"("reminders"."title") FROM "reminders"
/// ```
public protocol ScalarDatabaseFunction<Input, Output>: TypedDatabaseFunction {
  /// Runs the function.
  ///
  /// - Parameter decoder: Reads the arguments, one after the other.
  /// - Returns: The result for SQL, which is `.null` for a function without a result.
  /// - Throws: The function's error, or ``DatabaseFunctionError``. The SQL fails with an error that
  ///   reports it.
  func invoke(_ decoder: inout some QueryDecoder) throws -> QueryBinding
}

extension ScalarDatabaseFunction {
  /// Returns a call: `"exclaim"("reminders"."title")`.
  @_disfavoredOverload
  public func callAsFunction<each T: QueryExpression>(
    _ input: repeat each T
  ) -> SQLQueryExpression<Output> where Input == (repeat (each T).QueryValue) {
    var arguments: [QueryFragment] = []
    for argument in repeat each input { arguments.append(argument.queryFragment) }
    return _call(arguments)
  }

  /// Returns a call with arguments in SQL: `"exclaim"("reminders"."title")`.
  public func _call(_ arguments: [QueryFragment]) -> SQLQueryExpression<Output> {
    SQLQueryExpression(QueryFragment(calling: name, arguments: arguments), as: Output.self)
  }
}

extension ScalarDatabaseFunction where Self: QueryExpression, Self.QueryValue == Output {
  /// The call of a function without arguments, which a computed property makes: `"now"()`.
  public var queryFragment: QueryFragment { QueryFragment(calling: name, arguments: []) }
}

/// A Swift function that SQL can call for all rows of a group.
///
/// ```swift
/// @DatabaseFunction func joined(_ titles: some Sequence<String>) -> String {
///   titles.sorted().joined()
/// }
///
/// Reminder.select { $joined($0.title, filter: $0.isCompleted) }
/// // SELECT "joined"("reminders"."title") FILTER (WHERE "reminders"."isCompleted")
/// // FROM "reminders"
/// ```
public protocol AggregateDatabaseFunction<Input, Output>: TypedDatabaseFunction {
  /// The value that one row contributes.
  associatedtype Element = Input

  /// Reads the value that one row contributes.
  ///
  /// - Parameter decoder: Reads the arguments, one after the other.
  func step(_ decoder: inout some QueryDecoder) throws -> Element

  /// Runs the function on the values that the rows of a group contribute.
  func invoke(_ sequence: some Sequence<Element>) throws -> QueryBinding
}

extension AggregateDatabaseFunction {
  /// Returns a call: `"joined"(DISTINCT "reminders"."title" ORDER BY …) FILTER (WHERE …)`.
  ///
  /// - Parameters:
  ///   - input: The arguments.
  ///   - isDistinct: Whether equal arguments count only once.
  ///   - order: The order of the rows; requires SQLite 3.44.
  ///   - filter: The rows to include.
  @_disfavoredOverload
  public func callAsFunction<each T: QueryExpression>(
    _ input: repeat each T,
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Output> where Input == (repeat (each T).QueryValue) {
    var arguments: [QueryFragment] = []
    for argument in repeat each input { arguments.append(argument.queryFragment) }
    return _call(
      arguments,
      distinct: isDistinct,
      order: order?.queryFragment,
      filter: filter?.queryFragment
    )
  }

  /// Returns a call with arguments in SQL: `"joined"(DISTINCT … ORDER BY …) FILTER (WHERE …)`.
  public func _call(
    _ arguments: [QueryFragment],
    distinct isDistinct: Bool = false,
    order: QueryFragment? = nil,
    filter: QueryFragment? = nil
  ) -> SQLQueryExpression<Output> {
    SQLQueryExpression(
      QueryFragment(
        calling: name,
        arguments: arguments,
        distinct: isDistinct,
        order: order,
        filter: filter
      ),
      as: Output.self
    )
  }
}

extension QueryFragment {
  /// Creates a call of a custom function, whose name is quoted.
  init(
    calling name: String,
    arguments: [QueryFragment],
    distinct isDistinct: Bool = false,
    order: QueryFragment? = nil,
    filter: QueryFragment? = nil
  ) {
    self.init()
    append(identifier: name)
    append(sql: isDistinct ? "(DISTINCT " : "(")
    append(list: arguments)
    append(aggregateOrder: order, filter: filter)
  }

  /// Appends the end of a call of an aggregate function.
  package mutating func append(aggregateOrder order: QueryFragment?, filter: QueryFragment?) {
    if let order {
      append(sql: MarkedSQL.argumentOrder)
      append(order)
    }
    append(sql: ")")
    guard let filter else { return }
    append(sql: " FILTER (WHERE ")
    append(filter)
    append(sql: ")")
  }
}
