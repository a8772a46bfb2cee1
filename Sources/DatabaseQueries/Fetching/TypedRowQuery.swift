public import SQLiteDatabase
public import TypedSQL

/// A typed statement whose rows have a known shape.
public protocol TypedRowQuery<Element>: RowQuery, TypedSQL.Statement where Element == Shape.Row {
  /// The shape that rows are decoded as.
  associatedtype Shape: RowShape

  /// The statement for the first row only.
  var _queryOfFirst: QueryFragment { get }
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
}

extension Where: TypedRowQuery {
  /// The type that a row is decoded as.
  public typealias Element = From.QueryOutput

  /// The statement for the first row only.
  @inlinable public var _queryOfFirst: QueryFragment { _queryOfOne }
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
  /// Returns a reader of the rows on a connection.
  ///
  /// The reader compares the columns with the shape, since SQL text may select any columns.
  @inlinable
  public func _reader(_ db: Database, isForFirst: Bool) throws -> _ShapeReader<Shape> {
    _ShapeReader(try db.statement(binding: query), isText: true)
  }
}

extension TypedRowQuery {
  /// The statement for the first row only, which gets no limit here.
  @inlinable public var _queryOfFirst: QueryFragment { query }

  /// Returns a reader of the rows on a connection.
  @inlinable
  public func _reader(_ db: Database, isForFirst: Bool) throws -> _ShapeReader<Shape> {
    _ShapeReader(
      try db.statement(binding: isForFirst ? _queryOfFirst : query),
      isText: false
    )
  }

  /// The description of the query for live queries.
  @inlinable public var _description: _QueryDescription<Element> {
    _QueryDescription(self, Shape.self, first: _queryOfFirst)
  }
}

extension Where {
  /// Returns a reader of the rows on a connection.
  ///
  /// The first row of a key is read through a statement that is kept for that.
  @inlinable
  public func _reader(_ db: Database, isForFirst: Bool) throws -> _ShapeReader<Shape> {
    _ShapeReader(
      try isForFirst ? db.statement(bindingFirstOf: self) : db.statement(binding: query),
      isText: false
    )
  }
}

/// A reader of rows of a shape from a statement.
@frozen
public struct _ShapeReader<Shape: RowShape>: _RowReader {
  @usableFromInline let statement: PreparedStatement?
  @usableFromInline let isText: Bool

  @inlinable
  init(_ statement: PreparedStatement?, isText: Bool) {
    self.statement = statement
    self.isText = isText
  }

  /// Returns all rows; none if there is no statement.
  @inlinable
  public func readAll() throws -> [Shape.Row] {
    guard let statement else { return [] }
    return try statement.decodeAll(Shape.self, isText: isText)
  }

  /// Returns the first row.
  @inlinable
  public func readFirst() throws -> Shape.Row? {
    guard let statement else { return nil }
    return try statement.decodeFirst(Shape.self, isText: isText)
  }

  /// Returns a cursor over the rows.
  @inlinable
  public func cursor() throws -> DatabaseCursor<Shape.Row> {
    try statement?.check(Shape.self, isText: isText)
    return try DatabaseCursor(bound: statement) { statement in
      try statement.decodeRow { try Shape.decode(&$0) }
    }
  }
}
