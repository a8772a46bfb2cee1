/// A complete SQL statement.
///
/// `QueryValue` is the type that a row of the result is decoded as. It is `()` if rows are decoded
/// as those of `From` and `Joins`, or if there is no result. As an expression, a statement is a
/// subquery.
public protocol Statement<QueryValue>: QueryExpression {
  /// The table that the statement reads or writes.
  associatedtype From: Table
  /// The tables joined to it.
  associatedtype Joins = ()

  /// The SQL, which is empty if there is nothing to run.
  var query: QueryFragment { get }

  /// The number of rows that a driver runs one by one, or `nil` if it is run as one statement.
  var _rowCount: Int? { get }

  /// The key of the rows that share a statement, or `nil` if the statement differs each time.
  var _rowKey: _RowKey? { get }

  /// Runs the rows one by one.
  func _writeRows(to target: any _RowWriter) throws

  /// The values of the row that it writes by its key, if it binds nothing else.
  var _keyedRow: _KeyedRow? { get }

  /// Whether its text ends in a `FROM` clause, after which SQLite parses `ON` as the constraint of
  /// a join.
  var _endsInFrom: Bool { get }
}

extension Statement {
  /// The number of rows that a driver runs one by one: `nil`, since it is run as one statement.
  @inlinable public var _rowCount: Int? { nil }

  /// The key of the rows that share a statement: none.
  public var _rowKey: _RowKey? { nil }

  /// Does nothing, since there are no rows to run one by one.
  public func _writeRows(to target: any _RowWriter) throws {}

  /// The values of the row that it writes by its key: none.
  @inlinable public var _keyedRow: _KeyedRow? { nil }

  /// Whether its text ends in a `FROM` clause.
  public var _endsInFrom: Bool { false }

  /// The statement as a subquery, in parentheses.
  ///
  /// A statement with nothing to run has no rows: `(SELECT NULL WHERE 0)`.
  public var queryFragment: QueryFragment {
    let query = query.forSQL
    guard !query.isEmpty else { return .noRow(of: QueryValue.self) }
    var fragment: QueryFragment = "("
    fragment.append(.newline)
    fragment.append(query.indented())
    fragment.append(.newline)
    fragment.append(sql: ")")
    return fragment
  }
}

/// A statement that can be used where SQL expects a `SELECT`.
public protocol PartialSelectStatement<QueryValue>: Statement {}

/// A statement that determines what its rows are decoded as.
public protocol _ShapedStatement: PartialSelectStatement {
  /// The shape that its rows are decoded as.
  associatedtype Shape: RowShape
}

/// A `SELECT` statement, or a value that can be converted to one.
public protocol SelectStatement<QueryValue, From, Joins>: _ShapedStatement {
  /// Returns the statement as a `SELECT`.
  func asSelect() -> Select<QueryValue, From, Joins, Shape>

  /// The statement's clauses.
  var _selectClauses: _SelectClauses { get }
}

extension SelectStatement {
  /// Returns the statement as a `SELECT`.
  public func asSelect() -> Select<QueryValue, From, Joins, Shape> {
    Select(clauses: _selectClauses)
  }

  /// The statement's clauses.
  public var _selectClauses: _SelectClauses { asSelect().clauses }

  /// The SQL, which is empty if there is nothing to run.
  public var query: QueryFragment { asSelect().query }

  /// Whether its text ends in a `FROM` clause.
  public var _endsInFrom: Bool { asSelect().clauses.endsInFrom }
}

extension _SelectClauses {
  var endsInFrom: Bool {
    `where`.isEmpty && group.isEmpty && having.isEmpty && order.isEmpty && limit == nil
  }
}

extension QueryFragment {
  /// Returns a statement without rows, in parentheses.
  ///
  /// - Parameter type: The type of its only column, which other databases need to know.
  fileprivate static func noRow(of type: any Any.Type) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(sql: "(SELECT ")
    if let hint = DialectHint(of: type) { fragment.append(hint: hint) }
    fragment.append(sql: "NULL ")
    fragment.append(sql: MarkedSQL.whereFalse)
    fragment.append(sql: ")")
    return fragment
  }
}
