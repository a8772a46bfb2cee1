public import TypedSQL

/// A typed statement whose rows have a known shape.
public protocol TypedRowQuery<Element>: RowQuery, TypedSQL.Statement where Element == Shape.Row {
  /// The shape that rows are decoded as.
  associatedtype Shape: RowShape

  /// The statement for the first row only.
  var _queryOfFirst: QueryFragment { get }

  /// The statement for the first row only, for a database that would send all rows.
  var _limitedQuery: QueryFragment { get }

  /// Whether the statement is SQL text, which may select any columns.
  static var _selectsAnything: Bool { get }
}

/// A `SELECT` statement of all columns of tables, as the type of a parameter or a result.
///
/// ```swift
/// func overdue() -> some SelectStatementOf<Reminder>
/// ```
public typealias SelectStatementOf<From: Table, each Join: Table> = SelectStatement<
  (), From, (repeat each Join)
> & TypedRowQuery<(From.QueryOutput, repeat (each Join).QueryOutput)>

extension Select: TypedRowQuery {
  /// The type that a row is decoded as.
  public typealias Element = Shape.Row

  /// The statement for the first row only; a statement that selects columns gets no limit.
  public var _queryOfFirst: QueryFragment { selectsWholeRows ? queryOfOne : query }

  /// The statement with a limit.
  public var _limitedQuery: QueryFragment { queryOfOne }
}

extension Where: TypedRowQuery {
  /// The type that a row is decoded as.
  public typealias Element = From.QueryOutput

  /// The statement for the first row only.
  @inlinable public var _queryOfFirst: QueryFragment { _queryOfOne }

  /// The statement with a limit.
  @inlinable public var _limitedQuery: QueryFragment { _queryOfOne }

  /// Returns the first row on a connection, which may keep the statement that looks up a key.
  @inlinable
  public func _firstRow<Connection: SQLConnection>(_ db: Connection) throws -> Element? {
    try db._firstRow(of: self)
  }
}

extension CompoundSelect: TypedRowQuery {
  /// The type that a row is decoded as.
  public typealias Element = Shape.Row
}

extension Values: RowQuery, TypedRowQuery where QueryValue: QueryRepresentable {
  /// The shape that rows are decoded as.
  public typealias Shape = ValueRow<QueryValue>
}

extension SQLQueryExpression: RowQuery, TypedRowQuery where QueryValue: QueryRepresentable {
  /// The shape that rows are decoded as.
  public typealias Shape = ValueRow<QueryValue>
}

extension SQLRowsQuery: RowQuery, TypedRowQuery {
  /// The shape that rows are decoded as.
  public typealias Shape = TupleRow<V1, V2, repeat each V3>
}

extension With: RowQuery, TypedRowQuery where Base: TypedRowQuery {
  /// The shape that rows are decoded as.
  public typealias Shape = Base.Shape
}

extension TypedRowQuery where Self: SQLText {
  /// Whether the statement is SQL text: it is.
  @inlinable public static var _selectsAnything: Bool { true }
}

extension TypedRowQuery {
  /// Whether the statement is SQL text: it selects the columns of its shape.
  @inlinable public static var _selectsAnything: Bool { false }

  /// The statement for the first row only, which gets no limit here.
  @inlinable public var _queryOfFirst: QueryFragment { query }

  /// The statement for the first row only, which gets no limit here.
  @inlinable public var _limitedQuery: QueryFragment { query }

  /// Returns all rows on a connection.
  @inlinable
  public func _allRows<Connection: SQLConnection>(_ db: Connection) throws -> [Element] {
    try db._rows(of: query, as: Shape.self, isText: Self._selectsAnything)
  }

  /// Returns the first row on a connection.
  @inlinable
  public func _firstRow<Connection: SQLConnection>(_ db: Connection) throws -> Element? {
    try db._firstRow(
      of: Connection._sendsAllRows ? _limitedQuery : _queryOfFirst,
      as: Shape.self,
      isText: Self._selectsAnything
    )
  }

  /// Passes the statement to a visitor.
  @inlinable
  public func _accept<Visitor: _RowQueryVisitor>(_ visitor: Visitor) throws(Visitor.Failure)
    -> Visitor.Output
  where Visitor.Row == Element { try visitor.visit(self) }
}
