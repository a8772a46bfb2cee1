/// A complete SQL statement.
///
/// `QueryValue` is what a row of its result is decoded as; `()` where the rows of `From` and `Joins` are, or where there
/// is no result. As an expression a statement is a subquery.
public protocol Statement<QueryValue>: QueryExpression {
  /// The table that it reads or writes.
  associatedtype From: Table
  /// The tables joined to it.
  associatedtype Joins = ()

  /// The SQL; empty where there is nothing to run.
  var query: QueryFragment { get }

  /// How many rows a driver runs one by one; `nil` where it is run as one statement.
  var _rowCount: Int? { get }

  /// What tells which rows go through the same statement; `nil` where it is another each time.
  var _rowKey: _RowKey? { get }

  /// Runs the rows one by one.
  func _writeRows(to target: any _RowTarget) throws

  /// The values of the row that it writes by its key, where they are all that it binds.
  var _keyedRow: _KeyedRow? { get }

  /// Whether its text ends in a `FROM` clause, after which SQLite takes `ON` for the constraint of a join.
  var _endsInFrom: Bool { get }
}

extension Statement {
  /// How many rows a driver runs one by one: none, since it is run as one statement.
  @inlinable public var _rowCount: Int? { nil }

  /// What tells which rows go through the same statement: nothing.
  public var _rowKey: _RowKey? { nil }

  /// Runs the rows one by one: there are none.
  public func _writeRows(to target: any _RowTarget) throws {}

  /// The values of the row that it writes by its key: it writes none.
  @inlinable public var _keyedRow: _KeyedRow? { nil }

  /// Whether its text ends in a `FROM` clause.
  public var _endsInFrom: Bool { false }

  /// The statement as a subquery, in parentheses.
  ///
  /// A statement that is not run has no rows: `(SELECT NULL WHERE 0)`.
  public var queryFragment: QueryFragment {
    let query = query.forSQL
    guard !query.isEmpty else { return .noRow }
    var fragment: QueryFragment = "("
    fragment.append(.newline)
    fragment.append(query.indented())
    fragment.append(.newline)
    fragment.append(sql: ")")
    return fragment
  }
}

/// A statement that can stand where SQL wants a `SELECT`.
public protocol PartialSelectStatement<QueryValue>: Statement {}

/// A statement that says what its rows are decoded as.
public protocol _ShapedStatement: PartialSelectStatement {
  /// What its rows are decoded as.
  associatedtype Shape: RowShape
}

/// A `SELECT` statement, or what can be made one.
public protocol SelectStatement<QueryValue, From, Joins>: _ShapedStatement {
  /// The statement as a `SELECT`.
  func asSelect() -> Select<QueryValue, From, Joins, Shape>

  /// Its clauses.
  var _selectClauses: _SelectClauses { get }
}

extension SelectStatement {
  /// The statement as a `SELECT`.
  public func asSelect() -> Select<QueryValue, From, Joins, Shape> {
    Select(clauses: _selectClauses)
  }

  /// Its clauses.
  public var _selectClauses: _SelectClauses { asSelect().clauses }

  /// The SQL; empty where there is nothing to run.
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
  /// A statement without rows, in parentheses.
  fileprivate static let noRow: QueryFragment = {
    var fragment = QueryFragment()
    fragment.append(sql: "(SELECT NULL ")
    fragment.append(sql: MarkedSQL.whereFalse)
    fragment.append(sql: ")")
    return fragment
  }()
}
