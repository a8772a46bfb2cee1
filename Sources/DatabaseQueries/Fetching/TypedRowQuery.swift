public import SQLiteDatabase
public import TypedSQL

/// A typed statement whose rows have a known shape.
public protocol TypedRowQuery<Element>: RowQuery, TypedSQL.Statement where Element == Shape.Row {
  /// What its rows are decoded as.
  associatedtype Shape: RowShape

  /// The statement for its first row only.
  var _queryOfFirst: QueryFragment { get }
}

/// A `SELECT` statement of all columns of tables, as a parameter or a result: `some SelectStatementOf<Reminder>`.
public typealias SelectStatementOf<From: Table, each Join: Table> = SelectStatement<
  (), From, (repeat each Join)
> & TypedRowQuery<(From.QueryOutput, repeat (each Join).QueryOutput)>

extension Select: TypedRowQuery {
  /// What a row is decoded as.
  public typealias Element = Shape.Row

  /// The statement for its first row only; a statement of columns is not limited.
  public var _queryOfFirst: QueryFragment { selectsWholeRows ? queryOfOne : query }
}

extension Where: TypedRowQuery {
  /// What a row is decoded as.
  public typealias Element = From.QueryOutput

  /// The statement for its first row only.
  @inlinable public var _queryOfFirst: QueryFragment { _queryOfOne }
}

extension CompoundSelect: TypedRowQuery {
  /// What a row is decoded as.
  public typealias Element = Shape.Row
}

extension Values: RowQuery, TypedRowQuery where QueryValue: QueryRepresentable {
  /// What its rows are decoded as.
  public typealias Shape = ValueRow<QueryValue>
}

extension SQLQueryExpression: RowQuery, TypedRowQuery where QueryValue: QueryRepresentable {
  /// What its rows are decoded as.
  public typealias Shape = ValueRow<QueryValue>
}

extension SQLRowsQuery: RowQuery, TypedRowQuery {
  /// What its rows are decoded as.
  public typealias Shape = TupleRow<V1, V2, repeat each V3>
}

extension With: RowQuery, TypedRowQuery where Base: TypedRowQuery {
  /// What its rows are decoded as.
  public typealias Shape = Base.Shape
}

extension TypedRowQuery where Self: SQLText {
  /// What reads its rows on a connection: it compares their columns with the shape, for text may select anything.
  @inlinable
  public func _reader(_ db: Database, isForFirst: Bool) throws -> _ShapeReader<Shape> {
    _ShapeReader(try db.statement(binding: query), isText: true)
  }
}

extension TypedRowQuery {
  /// The statement for its first row only: it is not limited.
  @inlinable public var _queryOfFirst: QueryFragment { query }

  /// What reads its rows on a connection.
  @inlinable
  public func _reader(_ db: Database, isForFirst: Bool) throws -> _ShapeReader<Shape> {
    _ShapeReader(
      try db.statement(binding: isForFirst ? _queryOfFirst : query),
      isText: false
    )
  }

  /// What live queries ask of it.
  @inlinable public var _description: _QueryDescription<Element> {
    _QueryDescription(self, Shape.self, first: _queryOfFirst)
  }
}

extension Where {
  /// What reads its rows on a connection: the row of a key through a statement that is kept for that.
  @inlinable
  public func _reader(_ db: Database, isForFirst: Bool) throws -> _ShapeReader<Shape> {
    _ShapeReader(
      try isForFirst ? db.statement(bindingFirstOf: self) : db.statement(binding: query),
      isText: false
    )
  }
}

/// Reads rows of a shape from a statement.
@frozen
public struct _ShapeReader<Shape: RowShape>: _RowReader {
  @usableFromInline let statement: PreparedStatement?
  @usableFromInline let isText: Bool

  @inlinable
  init(_ statement: PreparedStatement?, isText: Bool) {
    self.statement = statement
    self.isText = isText
  }

  /// All rows; none without a statement.
  @inlinable
  public func readAll() throws -> [Shape.Row] {
    guard let statement else { return [] }
    return try statement.decodeAll(Shape.self, isText: isText)
  }

  /// The first row.
  @inlinable
  public func readFirst() throws -> Shape.Row? {
    guard let statement else { return nil }
    return try statement.decodeFirst(Shape.self, isText: isText)
  }

  /// The rows, one by one.
  @inlinable
  public func cursor() throws -> DatabaseCursor<Shape.Row> {
    try statement?.check(Shape.self, isText: isText)
    return try DatabaseCursor(bound: statement) { statement in
      try statement.decodeRow { try Shape.decode(&$0) }
    }
  }
}
