package import DatabaseTypes
package import SQLiteDatabase
public import TypedSQL

/// What live queries ask of a query: what it is, and how its rows are read.
///
/// A value without I/O.
///
/// `@unchecked Sendable`: 1. `areEqual` captures types and nothing else; 2. all else is `Sendable`.
public struct _QueryDescription<Row>: @unchecked Sendable {
  /// A query, as it is written for a connection.
  package struct Written: Sendable {
    /// The statement taken apart; `nil` for SQL text.
    package let parts: SelectParts?
    /// Whether its rows are decoded one by one, so that the text may be taken apart where there are no parts.
    package let canBeTakenApart: Bool
    /// The statement.
    package let query: QueryFragment
    /// What makes elements of its rows.
    package let decoding: RowDecoding<Row>
    /// The query taken apart, where rows are fetched afterwards for its own.
    package var prefetching: PrefetchingQuery<Row>?
    /// Reads all rows, each shown to a closure before it is decoded where that can be.
    package let fetchAll: @Sendable (Database, RowVisitor) throws -> [Row]
    /// Reads the first row.
    package let fetchOne: @Sendable (Database, RowVisitor) throws -> Row?

    /// Describes a query.
    package init(
      parts: SelectParts?,
      canBeTakenApart: Bool = true,
      query: QueryFragment,
      decoding: RowDecoding<Row>,
      fetchAll: @escaping @Sendable (Database, RowVisitor) throws -> [Row],
      fetchOne: @escaping @Sendable (Database, RowVisitor) throws -> Row?
    ) {
      self.parts = parts
      self.canBeTakenApart = canBeTakenApart
      self.query = query
      self.decoding = decoding
      self.fetchAll = fetchAll
      self.fetchOne = fetchOne
    }
  }

  /// A query, as it is written for a connection of another database than SQLite.
  package struct WrittenElsewhere: Sendable {
    /// The statement taken apart; `nil` for SQL text, and for what cannot be planned.
    package let parts: SelectParts?
    /// The statement.
    package let query: QueryFragment
    /// What makes an element of a row, of which so many of the last columns are for no reader.
    package let make: @Sendable (DatabaseTypes.Row, Int) throws -> Row
    /// The query taken apart, where rows are fetched afterwards for its own.
    package let prefetching: PrefetchingQuery<Row>?
    /// Reads all rows from the connection.
    package let fetchAll: @Sendable (AnyObject) throws -> [Row]
    /// Reads the first row from the connection.
    package let fetchFirst: @Sendable (AnyObject) throws -> Row?

    /// Describes a query.
    package init(
      parts: SelectParts?,
      query: QueryFragment,
      make: @escaping @Sendable (DatabaseTypes.Row, Int) throws -> Row,
      prefetching: PrefetchingQuery<Row>?,
      fetchAll: @escaping @Sendable (AnyObject) throws -> [Row],
      fetchFirst: @escaping @Sendable (AnyObject) throws -> Row?
    ) {
      (self.parts, self.query, self.make, self.prefetching) = (parts, query, make, prefetching)
      (self.fetchAll, self.fetchFirst) = (fetchAll, fetchFirst)
    }
  }

  /// Gets the statement as it stands on a row.
  package typealias RowVisitor = (PreparedStatement) throws -> Void

  /// What tells it from other queries, where that can be told without a connection.
  package let identity: QueryFragment?
  /// What its rows are decoded as, and how: equal text that is decoded in two ways is two queries.
  package let shape: ObjectIdentifier
  /// Its statement, for people to read.
  package let statement: QueryFragment?
  /// The query where it is the same on all connections.
  package let fixed: Written?
  /// What its rows are decoded as, for databases that have a decoder of their own; `nil` for requests for records.
  package let rowShape: (any RowShape<Row>.Type)?
  /// The statement for its first row.
  package let first: QueryFragment?
  /// Compares two rows; `nil` where their type cannot.
  package let areEqual: ((Row, Row) -> Bool)?
  /// Writes it for a connection.
  package let write: @Sendable (Database) throws -> Written
  /// Writes it for a connection of another database, as requests see it; `nil` for what is ``fixed``.
  package let writeElsewhere: (@Sendable (AnyObject) throws -> WrittenElsewhere)?

  /// Describes a query that is written anew for each connection, and again where the schema has changed.
  ///
  /// - Parameters:
  ///   - identity: What tells it from other queries, where that can be told without a connection.
  ///   - statement: Its statement, for people to read.
  ///   - areEqual: Compares two rows; `nil` where their type cannot.
  ///   - write: Writes it.
  ///   - writeElsewhere: Writes it for a connection of another database.
  package init(
    identity: QueryFragment?,
    statement: QueryFragment?,
    areEqual: ((Row, Row) -> Bool)?,
    write: @escaping @Sendable (Database) throws -> Written,
    writeElsewhere: @escaping @Sendable (AnyObject) throws -> WrittenElsewhere
  ) {
    self.identity = identity
    self.statement = statement
    shape = ObjectIdentifier(Row.self)
    (rowShape, first) = (nil, nil)
    self.areEqual = areEqual
    self.write = write
    self.writeElsewhere = writeElsewhere
    fixed = nil
  }

  /// Describes a typed statement.
  ///
  /// It is inlined where a property is made, so that rows are decoded by code that is compiled for their very types.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - shape: What its rows are decoded as.
  ///   - first: The statement for its first row only; the statement itself unless given. Both are of the moment at which
  ///     the query is described: a scope may depend on what task asks.
  @inlinable
  public init<S: TypedSQL.Statement, Shape: RowShape>(
    _ statement: S,
    _ shape: Shape.Type,
    first: QueryFragment? = nil
  ) where Row == Shape.Row {
    self.init(
      statement,
      shape,
      first: first,
      decode: { try Shape.decode(&$0) },
      append: { $1.append(try Shape.decode(&$0)) }
    )
  }

  /// Describes a typed statement.
  ///
  /// - Parameters:
  ///   - decode: Decodes a row of the shape.
  ///   - append: Decodes a row of the shape, and adds it to others.
  @usableFromInline
  init<S: TypedSQL.Statement, Shape: RowShape>(
    _ statement: S,
    _ shape: Shape.Type,
    first: QueryFragment?,
    decode: @escaping @Sendable (inout SQLiteQueryDecoder) throws -> Row,
    append: @escaping @Sendable (inout SQLiteQueryDecoder, inout [Row]) throws -> Void
  ) where Row == Shape.Row {
    let (query, isText) = (statement.query, S.isText)
    let written = Written(
      parts: (statement as? any SelectStatement)?._parts,
      query: query,
      decoding: RowDecoding(columns: decode, append: append),
      fetchAll: { db, visit in
        try db.fetchAll(query, shape, isText: isText, decode: decode, visit: visit)
      },
      fetchOne: { db, visit in
        try db.fetchOne(first ?? query, shape, isText: isText, decode: decode, visit: visit)
      }
    )
    self.statement = query
    (identity, fixed) = (query, written)
    self.shape = Shape._identity
    (rowShape, self.first) = (shape, first)
    areEqual = Shape._areEqual
    write = { _ in written }
    writeElsewhere = nil
  }
}

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  /// What live queries ask of a statement of which only the type of its one value is known.
  @inlinable
  public var _valueDescription: _QueryDescription<QueryValue.QueryOutput> {
    _QueryDescription(self, ValueRow<QueryValue>.self)
  }
}
