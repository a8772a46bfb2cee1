public import DatabaseTypes
public import TypedSQL

/// What can stand as an expression in a request: a column by its name, and what is made of columns.
public protocol SQLExpressible: SQLSelectable, SQLOrderingTerm {
  /// The expression.
  var sqlExpression: SQLExpression { get }
}

/// An expression of columns that are named while the program runs.
///
/// ```swift
/// Item.filter(Column("quantity") > 3 && Column("name").like("%milk%"))
/// // SELECT * FROM "item" WHERE (("item"."quantity") > (3)) AND (("item"."name") LIKE ('%milk%'))
/// ```
///
/// It is written as SQL when its statement is: only then the name of its table, and how values are stored, are known.
public struct SQLExpression: Sendable {
  /// Writes the SQL.
  let write: @Sendable (_ExpressionContext) throws -> QueryFragment
  /// The value that it is, if it is nothing else.
  var value: _DynamicValue?
  /// The column that it is, if it is nothing else.
  package var column: Column?
  /// Whether it is a function of all rows.
  package var isAggregate = false
  /// Whether it is made of the rows of an association.
  package var isOfAssociation = false
  /// Whether it is a column that holds JSON.
  package var isJSON = false
}

extension SQLExpression: SQLExpressible {
  /// The expression itself.
  public var sqlExpression: SQLExpression { self }
}

extension SQLExpression {
  /// Writes an expression when its statement is written.
  package init(_ write: @escaping @Sendable (_ExpressionContext) throws -> QueryFragment) {
    self.write = write
  }

  /// A value, which is bound.
  public init(_ value: some DatabaseValueConvertible) { self.init(_DynamicValue(value)) }

  package init(_ value: _DynamicValue) {
    self.init { context in "\(context.encoding.binding(of: value, column: nil))" }
    self.value = value
  }

  /// A typed expression: `SQLExpression(Reminder.columns.title.length())`.
  @_disfavoredOverload  // A value is one of columns.
  public init(_ expression: some QueryExpression) {
    self.init(fragment: expression.queryFragment)
  }

  /// SQL with values in it; what it names is written as it is.
  package init(fragment: QueryFragment) {
    self.init { context in
      guard let table = context.table, let name = context.tableName, table != name else {
        return fragment
      }
      return fragment.renamingTable(name, to: table)
    }
  }

  /// SQL text.
  ///
  /// - Parameters:
  ///   - sql: An expression. Text of a user has no place in it.
  ///   - arguments: The values of its question marks.
  public init(sql: String, arguments: [(any DatabaseValueConvertible)?] = []) {
    let values = arguments.map { argument in argument.map { _DynamicValue($0) } ?? .stored(.null) }
    self.init { context in
      try QueryFragment(sql: sql, values.map { context.encoding.binding(of: $0, column: nil) })
    }
  }

  /// The SQL, as it stands in a context.
  ///
  /// - Throws: What a subquery says that needs to know the schema.
  public func _fragment(in context: _ExpressionContext) throws -> QueryFragment {
    try write(context)
  }

  /// The SQL beside another expression: a value is bound as the other's column stores it.
  func fragment(in context: _ExpressionContext, beside other: SQLExpression?) throws
    -> QueryFragment
  {
    guard let value, let column = other?.column else { return try write(context) }
    let encoding = column.encoding(in: context)
    return "\(encoding.binding(of: value, column: column.name))"
  }
}

extension SQLExpressible {
  /// The expression without the tables of its columns: `"name"` for `"item"."name"`.
  ///
  /// So a column is named that is made by the request itself: `order(Column("bookCount").detached)`.
  public var detached: SQLExpression {
    let expression = sqlExpression
    var detached = SQLExpression { context in
      var context = context
      context.table = nil
      return try expression.write(context)
    }
    detached.isAggregate = expression.isAggregate
    detached.isOfAssociation = expression.isOfAssociation
    detached.isJSON = expression.isJSON
    return detached
  }
}

extension SQLExpression {
  /// Words and expressions, one after the other.
  enum Piece: Sendable, ExpressibleByStringLiteral {
    case sql(QueryFragment)
    case expression(SQLExpression)
    /// An expression in parentheses.
    case operand(SQLExpression, beside: SQLExpression? = nil)

    init(stringLiteral value: String) { self = .sql(QueryFragment(value)) }
  }

  /// Writes pieces one after the other.
  init(_ pieces: [Piece]) {
    self.init { context in
      var fragment = QueryFragment()
      for piece in pieces {
        switch piece {
        case .sql(let sql): fragment.append(sql)
        case .expression(let expression): fragment.append(try expression.write(context))
        case .operand(let expression, let other):
          let operand = try expression.fragment(in: context, beside: other)
          fragment.append(parenthesized: operand)
        }
      }
      return fragment
    }
    isAggregate = pieces.contains { $0.expression?.isAggregate == true }
    isOfAssociation = pieces.contains { $0.expression?.isOfAssociation == true }
  }

  /// `(left) = (right)`, where a value is bound as the other side's column stores it.
  package static func comparison(
    _ left: SQLExpression,
    _ operation: QueryFragment,
    _ right: SQLExpression
  ) -> SQLExpression { SQLExpression(left, operation, right) }

  /// `(left) = (right)`.
  init(_ left: SQLExpression, _ operation: QueryFragment, _ right: SQLExpression) {
    self.init([
      .operand(left, beside: right), .sql(operation), .operand(right, beside: left),
    ])
  }
}

extension SQLExpression.Piece {
  fileprivate var expression: SQLExpression? {
    switch self {
    case .sql: nil
    case .expression(let expression), .operand(let expression, _): expression
    }
  }
}
