extension QueryFragment: ExpressibleByStringInterpolation {
  /// Creates a fragment from a literal with values, expressions and tables in it.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }

  /// Creates a fragment from a literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// The interpolations of a fragment's literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var fragment = QueryFragment()
    /// The part of the code that the last literal became.
    private var literal = 0..<0

    /// Prepares for a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
      fragment.code.reserveCapacity(literalCapacity + 32 * interpolationCount)
    }

    /// Appends SQL text.
    public mutating func appendLiteral(_ literal: String) {
      let start = fragment.code.count
      fragment.append(raw: literal)
      self.literal = start..<fragment.code.count
    }

    /// Appends a quoted name or text.
    public mutating func appendInterpolation(
      quote sql: String,
      delimiter: QuoteDelimiter = .identifier
    ) {
      fragment.append(QueryFragment(quote: sql, delimiter: delimiter))
    }

    /// Appends SQL text that is not checked or quoted: never pass text from a user.
    public mutating func appendInterpolation(raw sql: String) { fragment.append(raw: sql) }

    /// Appends SQL text that is not checked or quoted: never pass text from a user.
    public mutating func appendInterpolation(raw sql: some LosslessStringConvertible) {
      fragment.append(raw: String(sql))
    }

    /// Binds a value.
    public mutating func appendInterpolation(_ binding: QueryBinding) { fragment.append(binding) }

    /// Appends another fragment.
    public mutating func appendInterpolation(_ other: QueryFragment) { fragment.append(other) }

    /// Binds a value.
    public mutating func appendInterpolation<Value: QueryBindable>(bind value: Value) {
      fragment.append(value.queryFragment)
    }

    /// Binds a value in the form of its representation.
    public mutating func appendInterpolation<Value: QueryRepresentable & QueryExpression>(
      _ queryOutput: Value.QueryOutput,
      as representation: Value.Type
    ) {
      fragment.append(Value(queryOutput: queryOutput).queryFragment)
    }

    /// Appends an expression.
    public mutating func appendInterpolation(_ expression: some QueryExpression) {
      fragment.append(expression.queryFragment)
    }

    /// Appends a statement: a query in parentheses where an operand is expected, as after `=` or
    /// `IN`, and without parentheses anywhere else.
    public mutating func appendInterpolation(_ statement: some Statement) {
      let isSubquery = isOperandExpected && Self.isQuery(statement)
      fragment.append(isSubquery ? statement.queryFragment : statement.query)
    }

    /// Whether the literal right before this place expects an operand.
    private var isOperandExpected: Bool {
      guard !literal.isEmpty, literal.upperBound == fragment.code.count else { return false }
      return OperandPosition(after: fragment, from: literal.lowerBound).isOperand
    }

    /// Returns whether a statement is certainly a query: SQL text and the values of a row may not
    /// be one.
    private static func isQuery(_ statement: some Statement) -> Bool {
      statement is any PartialSelectStatement && !(statement is any Table)
    }

    /// Appends a table's name, or its alias if it has one.
    public mutating func appendInterpolation<T: Table>(_ table: T.Type) {
      if let alias = table.tableAlias { return fragment.append(table: alias) }
      if let schema = table.schemaName {
        fragment.append(identifier: schema)
        fragment.append(sql: ".")
      }
      fragment.append(table: table.tableName)
    }

    /// Appends a text that may be either SQL or a value.
    @available(
      *,
      deprecated,
      message:
        "Specify what the text is: 'bind:' for a value, 'raw:' for SQL that you wrote yourself."
    )
    public mutating func appendInterpolation(_ sql: String) { fragment.append(raw: sql) }
  }
}
