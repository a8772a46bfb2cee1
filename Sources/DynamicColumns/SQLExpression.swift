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
  /// What it is until it is written.
  private let content: Content
  /// Whether it is a function of all rows.
  package var isAggregate = false
  /// Whether it is made of the rows of an association.
  package var isOfAssociation = false
  /// Whether it is a column that holds JSON.
  package var isJSON = false

  private enum Content: Sendable {
    case column(Column)
    case value(_DynamicValue)
    /// SQL with values in it, of which only the table may be called otherwise.
    case fragment(QueryFragment)
    /// Two expressions in parentheses, with an operator between them.
    indirect case operation(SQLExpression, StaticString, SQLExpression)
    case pieces([Piece])
    /// What a closure writes.
    case written(@Sendable (_ExpressionContext) throws -> QueryFragment)
  }
}

extension SQLExpression: SQLExpressible {
  /// The expression itself.
  public var sqlExpression: SQLExpression { self }
}

extension SQLExpression {
  /// Writes an expression when its statement is written.
  package init(_ write: @escaping @Sendable (_ExpressionContext) throws -> QueryFragment) {
    content = .written(write)
  }

  /// A value, which is bound.
  public init(_ value: some DatabaseValueConvertible) { self.init(_DynamicValue(value)) }

  package init(_ value: _DynamicValue) { content = .value(value) }

  init(_ column: Column) { content = .column(column) }

  /// A typed expression: `SQLExpression(Reminder.columns.title.length())`.
  @_disfavoredOverload  // A value is one of columns.
  public init(_ expression: some QueryExpression) {
    self.init(fragment: expression.queryFragment)
  }

  /// SQL with values in it; what it names is written as it is.
  package init(fragment: QueryFragment) { content = .fragment(fragment) }

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

  func write(_ context: _ExpressionContext) throws -> QueryFragment {
    if case .written(let write) = content { return try write(context) }
    var fragment = QueryFragment()
    try append(to: &fragment, in: context)
    return fragment
  }

  /// Appends the SQL, as it stands in a context: so nothing is copied that is written in parts.
  package func append(to fragment: inout QueryFragment, in context: _ExpressionContext) throws {
    switch content {
    case .column(let column): try column.append(to: &fragment, in: context)
    case .value(let value): fragment.append(context.encoding.binding(of: value, column: nil))
    case .fragment(let sql): fragment.append(sql.renamed(in: context))
    case .operation(let left, let operation, let right):
      try left.appendOperand(to: &fragment, in: context, beside: right)
      fragment.append(sql: operation)
      try right.appendOperand(to: &fragment, in: context, beside: left)
    case .pieces(let pieces):
      for piece in pieces { try piece.append(to: &fragment, in: context) }
    case .written(let write): fragment.append(try write(context))
    }
  }

  /// The SQL beside another expression: a value is bound as the other's column stores it.
  func fragment(in context: _ExpressionContext, beside other: SQLExpression?) throws
    -> QueryFragment
  {
    var fragment = QueryFragment()
    try append(to: &fragment, in: context, beside: other)
    return fragment
  }

  private func append(
    to fragment: inout QueryFragment,
    in context: _ExpressionContext,
    beside other: SQLExpression?
  ) throws {
    if case .value(let value) = content, case .column(let column) = other?.content {
      fragment.append(try context.binding(of: value, beside: column))
    } else {
      try append(to: &fragment, in: context)
    }
  }

  /// Appends the SQL in parentheses: a value is bound as the column of the other expression stores it.
  fileprivate func appendOperand(
    to fragment: inout QueryFragment,
    in context: _ExpressionContext,
    beside other: SQLExpression?
  ) throws {
    fragment.append(sql: "(")
    try append(to: &fragment, in: context, beside: other)
    fragment.append(sql: ")")
  }

  /// The value that it is, if it is nothing else.
  var value: _DynamicValue? {
    if case .value(let value) = content { value } else { nil }
  }

  /// The column that it is, if it is nothing else.
  package var column: Column? {
    if case .column(let column) = content { column } else { nil }
  }

  /// Whether it asks nothing of its context but the name and the encoding of one table.
  package var isOfOneTable: Bool {
    switch content {
    case .column(let column): !column.isAliased
    case .value, .fragment: true
    case .operation(let left, _, let right): left.isOfOneTable && right.isOfOneTable
    case .pieces(let pieces): pieces.allSatisfy(\.isOfOneTable)
    case .written: false
    }
  }
}

extension QueryFragment {
  /// The same where the table of its columns has another name.
  fileprivate func renamed(in context: _ExpressionContext) -> QueryFragment {
    guard let table = context.table, let name = context.tableName, table != name else {
      return self
    }
    return renamingTable(name, to: table)
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

    /// Text of the library's own, with the marks of what databases write in different ways.
    static func words(_ sql: StaticString) -> Piece {
      var fragment = QueryFragment()
      fragment.append(sql: sql)
      return .sql(fragment)
    }
  }

  /// Writes pieces one after the other.
  init(_ pieces: [Piece]) {
    content = .pieces(pieces)
    isAggregate = pieces.contains { $0.expression?.isAggregate == true }
    isOfAssociation = pieces.contains { $0.expression?.isOfAssociation == true }
  }

  /// `(left) = (right)`, where a value is bound as the other side's column stores it.
  package static func comparison(
    _ left: SQLExpression,
    _ operation: StaticString,
    _ right: SQLExpression
  ) -> SQLExpression { SQLExpression(left, operation, right) }

  /// `(left) = (right)`.
  init(_ left: SQLExpression, _ operation: StaticString, _ right: SQLExpression) {
    content = .operation(left, operation, right)
    isAggregate = left.isAggregate || right.isAggregate
    isOfAssociation = left.isOfAssociation || right.isOfAssociation
  }
}

extension SQLExpression.Piece {
  fileprivate var expression: SQLExpression? {
    switch self {
    case .sql: nil
    case .expression(let expression), .operand(let expression, _): expression
    }
  }

  fileprivate var isOfOneTable: Bool { expression?.isOfOneTable ?? true }

  fileprivate func append(
    to fragment: inout QueryFragment,
    in context: _ExpressionContext
  ) throws {
    switch self {
    case .sql(let sql): fragment.append(sql)
    case .expression(let expression): try expression.append(to: &fragment, in: context)
    case .operand(let expression, let other):
      try expression.appendOperand(to: &fragment, in: context, beside: other)
    }
  }
}
