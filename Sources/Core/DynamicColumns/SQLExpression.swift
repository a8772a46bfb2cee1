public import DatabaseTypes
public import TypedSQL

/// A type that can be used as an expression in a request: a column, or an expression of columns.
public protocol SQLExpressible: SQLSelectable, SQLOrderingTerm, _JSONListElement {
  /// The expression.
  var sqlExpression: SQLExpression { get }
}

/// An expression of columns that are named at run time.
///
/// ```swift
/// Item.filter(Column("quantity") > 3 && Column("name").like("%milk%"))
/// // SELECT * FROM "item" WHERE (("item"."quantity") > (3)) AND (("item"."name") LIKE ('%milk%'))
/// ```
///
/// It is written as SQL when its statement is: only then are the name of its table and the storage
/// of values known.
public struct SQLExpression: Sendable {
  /// The content that is written as SQL later.
  private let content: Content
  /// Whether it is a function of all rows.
  package var isAggregate = false
  /// Whether it is made from the rows of an association.
  package var isOfAssociation = false
  /// Whether it is a column that contains JSON.
  package var isJSON = false

  private enum Content: Sendable {
    case column(Column)
    case value(_DynamicValue)
    /// SQL with values in it, in which only the table may have another name.
    case fragment(QueryFragment)
    /// Two expressions in parentheses, with an operator between them.
    indirect case operation(SQLExpression, StaticString, SQLExpression)
    case pieces([Piece])
    /// A closure that writes the SQL.
    case written(@Sendable (_ExpressionContext) throws -> QueryFragment)
  }
}

extension SQLExpression: SQLExpressible {
  /// The expression itself.
  public var sqlExpression: SQLExpression { self }
}

extension SQLExpression {
  /// Creates an expression that a closure writes when its statement is written.
  package init(_ write: @escaping @Sendable (_ExpressionContext) throws -> QueryFragment) {
    content = .written(write)
  }

  /// Creates an expression from a value, which is bound.
  public init(_ value: some DatabaseValueConvertible) { self.init(_DynamicValue(value)) }

  package init(_ value: _DynamicValue) { content = .value(value) }

  init(_ column: Column) { content = .column(column) }

  /// Creates an expression from a typed one: `SQLExpression(Reminder.columns.title.length())`.
  @_disfavoredOverload  // A value uses the overload for values.
  public init(_ expression: some QueryExpression) {
    self.init(fragment: expression.queryFragment)
  }

  /// Creates an expression from SQL with values in it, whose names are written unchanged.
  package init(fragment: QueryFragment) { content = .fragment(fragment) }

  /// Creates an expression from SQL text.
  ///
  /// On PostgreSQL, `??` is the operator `?` of `jsonb`, and `??|` is `?|`.
  ///
  /// - Parameters:
  ///   - sql: An expression. Never pass text from a user.
  ///   - arguments: The values of its question marks.
  public init(sql: String, arguments: [(any DatabaseValueConvertible)?] = []) {
    let values = arguments.map { argument in argument.map { _DynamicValue($0) } ?? .stored(.null) }
    self.init { context in
      let bindings = values.map { context.encoding.binding(of: $0, column: nil) }
      return try QueryFragment(sql: sql, bindings, in: context)
    }
  }

  /// Returns the SQL in a context.
  ///
  /// - Throws: The error of a subquery that needs to know the schema.
  package func _fragment(in context: _ExpressionContext) throws -> QueryFragment {
    try write(context)
  }

  func write(_ context: _ExpressionContext) throws -> QueryFragment {
    if case .written(let write) = content { return try write(context) }
    var fragment = QueryFragment()
    try append(to: &fragment, in: context)
    return fragment
  }

  /// Appends the SQL in a context, so that an expression written in parts is not copied.
  package func append(to fragment: inout QueryFragment, in context: _ExpressionContext) throws {
    switch content {
    case .column(let column): try column.append(to: &fragment, in: context)
    case .value(let value): fragment.append(context.binding(of: value))
    case .fragment(let sql): fragment.append(sql.renamed(in: context))
    case .operation(let left, let operation, let right):
      let areFactors = (left.isDecimal || right.isDecimal) && operation.isProduct
      try left.appendOperand(to: &fragment, in: context, nextTo: right, isFactor: areFactors)
      fragment.append(sql: operation)
      try right.appendOperand(to: &fragment, in: context, nextTo: left, isFactor: areFactors)
    case .pieces(let pieces):
      for piece in pieces { try piece.append(to: &fragment, in: context) }
    case .written(let write): fragment.append(try write(context))
    }
  }

  /// Returns the SQL next to another expression; a value is bound as the other's column stores it.
  func fragment(in context: _ExpressionContext, nextTo other: SQLExpression?) throws
    -> QueryFragment
  {
    var fragment = QueryFragment()
    try append(to: &fragment, in: context, nextTo: other)
    return fragment
  }

  private func append(
    to fragment: inout QueryFragment,
    in context: _ExpressionContext,
    nextTo other: SQLExpression?,
    isFactor: Bool = false
  ) throws {
    guard case .value(let value) = content else {
      return try append(to: &fragment, in: context)
    }
    let binding: QueryBinding
    if case .column(let column) = other?.content {
      binding = try context.binding(of: value, nextTo: column)
    } else {
      binding = context.binding(of: value)
    }
    fragment.append(isFactor ? binding.asFactor : binding)
  }

  /// Appends the SQL in parentheses; a value is bound as the column of the other expression stores
  /// it.
  fileprivate func appendOperand(
    to fragment: inout QueryFragment,
    in context: _ExpressionContext,
    nextTo other: SQLExpression?,
    isFactor: Bool = false
  ) throws {
    fragment.append(sql: "(")
    try append(to: &fragment, in: context, nextTo: other, isFactor: isFactor)
    fragment.append(sql: ")")
  }

  /// Whether the expression is only a decimal number.
  private var isDecimal: Bool {
    if case .value(.decimal) = content { true } else { false }
  }

  /// The value, if the expression is only a value.
  var value: _DynamicValue? {
    if case .value(let value) = content { value } else { nil }
  }

  /// The column, if the expression is only a column.
  package var column: Column? {
    if case .column(let column) = content { column } else { nil }
  }

  /// Whether all it needs from its context is the name and the encoding of one table.
  package var isSingleTable: Bool {
    switch content {
    case .column(let column): !column.isAliased
    case .value, .fragment: true
    case .operation(let left, _, let right): left.isSingleTable && right.isSingleTable
    case .pieces(let pieces): pieces.allSatisfy(\.isSingleTable)
    case .written: false
    }
  }
}

extension StaticString {
  /// Whether it is the operator of a product or of a quotient.
  fileprivate var isProduct: Bool {
    description == " * " || description == SQLOperator.divided.sql.description
  }
}

extension QueryBinding {
  /// The value as a factor or a divisor: an error for a number that counts fractions of one, with
  /// which the result would count other fractions.
  fileprivate var asFactor: QueryBinding {
    guard case .decimal(_, scale: _?) = self else { return self }
    return .invalid(
      QueryBindingError(
        "A column of fixed-point numbers is neither multiplied by a Decimal nor divided by one, since the result would "
          + "have another number of digits: use an Int, or calculate in Swift"
      )
    )
  }
}

extension QueryFragment {
  /// Returns the fragment with another name for the table of its columns.
  fileprivate func renamed(in context: _ExpressionContext) -> QueryFragment {
    guard let table = context.table, let name = context.tableName, table != name else {
      return self
    }
    return renamingTable(name, to: table)
  }
}

extension SQLExpressible {
  /// The expression with its columns unqualified: `"name"` for `"item"."name"`.
  ///
  /// Use it to refer to a column that the request itself makes:
  /// `order(Column("bookCount").detached)`.
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
  /// A part of an expression: words or another expression.
  enum Piece: Sendable, ExpressibleByStringLiteral {
    case sql(QueryFragment)
    case expression(SQLExpression)
    /// An expression in parentheses.
    case operand(SQLExpression, nextTo: SQLExpression? = nil)

    init(stringLiteral value: String) { self = .sql(QueryFragment(value)) }

    /// Returns the beginning of a call of a function: `sum(`.
    static func call(_ function: SQLFunction) -> Piece {
      var fragment = QueryFragment()
      fragment.append(call: function)
      return .sql(fragment)
    }

    /// Returns text of the library itself, with marks where databases differ.
    static func words(_ sql: StaticString) -> Piece {
      var fragment = QueryFragment()
      fragment.append(sql: sql)
      return .sql(fragment)
    }
  }

  /// Creates an expression from parts that are written one after another.
  init(_ pieces: [Piece]) {
    content = .pieces(pieces)
    isAggregate = pieces.contains { $0.expression?.isAggregate == true }
    isOfAssociation = pieces.contains { $0.expression?.isOfAssociation == true }
  }

  /// Returns `(left) = (right)`, in which a value is bound as the other side's column stores it.
  package static func comparison(
    _ left: SQLExpression,
    _ operation: StaticString,
    _ right: SQLExpression
  ) -> SQLExpression { SQLExpression(left, operation, right) }

  /// Creates an operation: `(left) = (right)`.
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

  fileprivate var isSingleTable: Bool { expression?.isSingleTable ?? true }

  fileprivate func append(
    to fragment: inout QueryFragment,
    in context: _ExpressionContext
  ) throws {
    switch self {
    case .sql(let sql): fragment.append(sql)
    case .expression(let expression): try expression.append(to: &fragment, in: context)
    case .operand(let expression, let other):
      try expression.appendOperand(to: &fragment, in: context, nextTo: other)
    }
  }
}
