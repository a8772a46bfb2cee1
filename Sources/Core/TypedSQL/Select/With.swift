/// A statement with named tables before it: `WITH "a" AS (SELECT …) SELECT … FROM "a"`.
///
/// The tables are selections. A table that selects from itself is recursive.
///
/// ```swift
/// With {
///   Count(value: 1).union(Count.select { Count.Columns(value: $0.value + 1) })
/// } query: {
///   Count.limit(4)
/// }
/// // WITH "counts" AS (
/// //   SELECT 1 AS "value" UNION SELECT ("counts"."value") + (1) AS "value" FROM "counts"
/// // )
/// // SELECT "counts"."value" FROM "counts" LIMIT 4
/// ```
public struct With<Base: Statement>: Statement {
  /// The type that the value is decoded as.
  public typealias QueryValue = Base.QueryValue

  /// The table that the statement reads or writes.
  public typealias From = Base.From

  /// The tables joined to it.
  public typealias Joins = Base.Joins

  /// The SQL, which is empty if there is nothing to run.
  public let query: QueryFragment

  /// Whether its text ends in a `FROM` clause.
  public let _endsInFrom: Bool

  let isLastOrderedOrLimited: Bool

  /// Creates a statement.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether to write `RECURSIVE`, which SQLite does not need.
  ///   - ctes: The statements that define the tables.
  ///   - statement: The statement that reads them.
  @_disfavoredOverload
  public init(
    isRecursive: Bool = false,
    @CommonTableExpressionBuilder _ ctes: () -> [CommonTableExpressionClause],
    query statement: () -> Base
  ) {
    let statement = statement()
    query = Self.query(isRecursive, ctes(), statement.query)
    _endsInFrom = statement._endsInFrom
    isLastOrderedOrLimited = statement.isOrderedOrLimited
  }

  /// Creates a statement of all columns of a table.
  public init<Row: Table>(
    isRecursive: Bool = false,
    @CommonTableExpressionBuilder _ ctes: () -> [CommonTableExpressionClause],
    query statement: () -> some SelectStatement<(), Row, ()>
  ) where Base == Select<Row, Row, (), ValueRow<Row>> {
    let statement = statement()
    query = Self.query(isRecursive, ctes(), statement.query)
    _endsInFrom = statement._endsInFrom
    isLastOrderedOrLimited = statement.isOrderedOrLimited
  }

  /// Creates a statement of all columns of two tables.
  public init<Row: Table, Other: Table>(
    isRecursive: Bool = false,
    @CommonTableExpressionBuilder _ ctes: () -> [CommonTableExpressionClause],
    query statement: () -> some SelectStatement<(), Row, Other>
  ) where Base == Select<(Row, Other), Row, Other, TupleRow<Row, Other>> {
    let statement = statement()
    query = Self.query(isRecursive, ctes(), statement.query)
    _endsInFrom = statement._endsInFrom
    isLastOrderedOrLimited = statement.isOrderedOrLimited
  }

  private static func query(
    _ isRecursive: Bool,
    _ ctes: [CommonTableExpressionClause],
    _ statement: QueryFragment
  ) -> QueryFragment {
    let tables = ctes.map(\.queryFragment).filter { !$0.isEmpty }
    guard !tables.isEmpty, !statement.isEmpty else { return QueryFragment() }
    var query = QueryFragment()
    query.append(sql: isRecursive ? "WITH RECURSIVE " : MarkedSQL.with)
    query.append(list: tables)
    query.appendLineOrSpace()
    query.append(statement)
    return query
  }
}

extension With: Sendable where Base: Sendable {}
extension With: StatementWithTables {}
extension With: PartialSelectStatement where Base: PartialSelectStatement {}

/// A named table before a statement: `"counts" AS (SELECT …)`.
public struct CommonTableExpressionClause: QueryExpression, Sendable {
  /// A table has no value.
  public typealias QueryValue = ()

  let tableName: String
  let select: QueryFragment
  let isMaterialized: Bool?

  /// The SQL, which is empty if there is nothing to run.
  public var queryFragment: QueryFragment {
    guard !select.isEmpty else { return QueryFragment() }
    var fragment = QueryFragment()
    fragment.append(source: tableName)
    switch isMaterialized {
    case true?: fragment.append(sql: " AS MATERIALIZED (")
    case false?: fragment.append(sql: " AS NOT MATERIALIZED (")
    case nil: fragment.append(sql: " AS (")
    }
    fragment.append(.newline)
    fragment.append(select.forSQL.indented())
    fragment.append(.newline)
    fragment.append(sql: ")")
    return fragment
  }
}

extension PartialSelectStatement where QueryValue: Table {
  /// Returns the statement as a table of a `WITH` that is or is not materialized:
  /// `AS MATERIALIZED (SELECT …)`.
  ///
  /// - Parameter isMaterialized: Whether its rows are kept; `false` for `AS NOT MATERIALIZED`.
  public func materialized(_ isMaterialized: Bool = true) -> CommonTableExpressionClause {
    CommonTableExpressionClause(
      tableName: QueryValue.tableName,
      select: query,
      isMaterialized: isMaterialized
    )
  }
}

/// A result builder for the tables of a `WITH`.
@resultBuilder
public enum CommonTableExpressionBuilder {
  /// Builds a table from a statement whose rows are those of the table.
  public static func buildExpression<CTETable: Table>(
    _ expression: some PartialSelectStatement<CTETable>
  ) -> [CommonTableExpressionClause] {
    [
      CommonTableExpressionClause(
        tableName: CTETable.tableName,
        select: expression.query,
        isMaterialized: nil
      )
    ]
  }

  /// Builds a table.
  public static func buildExpression(
    _ expression: CommonTableExpressionClause
  ) -> [CommonTableExpressionClause] { [expression] }

  /// Builds tables.
  public static func buildBlock(
    _ components: [CommonTableExpressionClause]...
  ) -> [CommonTableExpressionClause] { Array(components.joined()) }

  /// Builds the part for a condition that holds.
  public static func buildEither(
    first component: [CommonTableExpressionClause]
  ) -> [CommonTableExpressionClause] { component }

  /// Builds the part for a condition that does not hold.
  public static func buildEither(
    second component: [CommonTableExpressionClause]
  ) -> [CommonTableExpressionClause] { component }

  /// Builds a part that may be missing.
  public static func buildOptional(
    _ component: [CommonTableExpressionClause]?
  ) -> [CommonTableExpressionClause] { component ?? [] }

  /// Builds the parts of a loop.
  public static func buildArray(
    _ components: [[CommonTableExpressionClause]]
  ) -> [CommonTableExpressionClause] { Array(components.joined()) }
}
