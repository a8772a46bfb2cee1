package import DatabaseTypes
import SQLQueries
package import SQLiteDatabase
public import TypedSQL

/// A description of a query for live queries: its identity, its statement, and how its rows are
/// read.
///
/// It is a value and does no I/O.
///
/// `@unchecked Sendable`: 1. `areEqual` captures only types and places in them; 2. everything else
/// is `Sendable`.
public struct _QueryDescription<Row>: @unchecked Sendable {
  /// A query, as it is written for an SQLite connection.
  package struct Written: Sendable {
    /// The parts of the statement; `nil` for SQL text.
    package let parts: SelectParts?
    /// Whether rows are decoded one by one, so that the text may be parsed if there are no parts.
    package let canBeParsed: Bool
    /// The statement.
    package let query: QueryFragment
    /// Decodes the elements of the rows.
    package let decoding: RowDecoding<Row>
    /// The query taken apart, if associations are prefetched for its rows.
    package var prefetching: PrefetchingQuery<Row>?
    /// Reads all rows; if possible, each is passed to a closure before it is decoded.
    package let fetchAll: @Sendable (Database, RowVisitor) throws -> [Row]
    /// Reads the first row.
    package let fetchOne: @Sendable (Database, RowVisitor) throws -> Row?

    /// Creates a description of a query.
    package init(
      parts: SelectParts?,
      canBeParsed: Bool = true,
      query: QueryFragment,
      decoding: RowDecoding<Row>,
      fetchAll: @escaping @Sendable (Database, RowVisitor) throws -> [Row],
      fetchOne: @escaping @Sendable (Database, RowVisitor) throws -> Row?
    ) {
      self.parts = parts
      self.canBeParsed = canBeParsed
      self.query = query
      self.decoding = decoding
      self.fetchAll = fetchAll
      self.fetchOne = fetchOne
    }
  }

  /// A query, as it is written for a connection of another database than SQLite.
  package struct WrittenForOtherDatabase: Sendable {
    /// The parts of the statement; `nil` for SQL text, and if it cannot be planned.
    package let parts: SelectParts?
    /// Whether the text may be taken apart where there are no parts.
    package let canBeParsed: Bool
    /// The statement.
    package let query: QueryFragment
    /// Creates an element from a row, ignoring a number of its last columns.
    package let make: @Sendable (DatabaseTypes.Row, Int) throws -> Row
    /// The query taken apart, if associations are prefetched for its rows.
    package let prefetching: PrefetchingQuery<Row>?
    /// Reads all rows from the connection.
    package let fetchAll: @Sendable (AnyObject) throws -> [Row]
    /// Reads the first row from the connection.
    package let fetchFirst: @Sendable (AnyObject) throws -> Row?

    /// Creates a description of a query.
    package init(
      parts: SelectParts?,
      canBeParsed: Bool,
      query: QueryFragment,
      make: @escaping @Sendable (DatabaseTypes.Row, Int) throws -> Row,
      prefetching: PrefetchingQuery<Row>?,
      fetchAll: @escaping @Sendable (AnyObject) throws -> [Row],
      fetchFirst: @escaping @Sendable (AnyObject) throws -> Row?
    ) {
      (self.parts, self.query, self.make, self.prefetching) = (parts, query, make, prefetching)
      self.canBeParsed = canBeParsed
      (self.fetchAll, self.fetchFirst) = (fetchAll, fetchFirst)
    }
  }

  /// A closure that gets the statement on its current row.
  package typealias RowVisitor = (PreparedStatement) throws -> Void

  /// The identity of the query, if it can be determined without a connection.
  package let identity: QueryFragment?
  /// The type and the way that rows are decoded; the same text decoded in two ways is two queries.
  package let shape: ObjectIdentifier
  /// The statement, for humans to read.
  package let statement: QueryFragment?
  /// The written query, if it is the same on all connections.
  package let fixed: Written?
  /// The row shape, for databases with their own decoder; `nil` for requests for records.
  package let rowShape: (any RowShape<Row>.Type)?
  /// The statement for its first row.
  package let first: QueryFragment?
  /// Compares two rows; `nil` if their type cannot be compared.
  package let areEqual: ((Row, Row) -> Bool)?
  /// Writes the query for a connection.
  package let write: @Sendable (Database) throws -> Written
  /// Writes the query for a connection of another database; `nil` if the query is ``fixed``.
  ///
  /// The connection is passed in the form that requests use.
  package let writeForOtherDatabase: (@Sendable (AnyObject) throws -> WrittenForOtherDatabase)?

  /// Creates a description of a query that is written for each connection.
  ///
  /// It is written again if the schema changes.
  ///
  /// - Parameters:
  ///   - identity: The identity of the query, if it can be determined without a connection.
  ///   - statement: The statement, for humans to read.
  ///   - areEqual: Compares two rows; `nil` if their type cannot be compared.
  ///   - write: Writes the query.
  ///   - writeForOtherDatabase: Writes the query for a connection of another database.
  package init(
    identity: QueryFragment?,
    statement: QueryFragment?,
    areEqual: ((Row, Row) -> Bool)?,
    write: @escaping @Sendable (Database) throws -> Written,
    writeForOtherDatabase: @escaping @Sendable (AnyObject) throws -> WrittenForOtherDatabase
  ) {
    self.identity = identity
    self.statement = statement
    shape = ObjectIdentifier(Row.self)
    (rowShape, first) = (nil, nil)
    self.areEqual = areEqual
    self.write = write
    self.writeForOtherDatabase = writeForOtherDatabase
    fixed = nil
  }

  /// Creates a description of a typed statement.
  ///
  /// It is inlined where a property is declared, so that the code that decodes rows is specialized
  /// for their type.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - shape: The shape that rows are decoded as.
  ///   - first: The statement for the first row only; the statement itself unless given. Both are
  ///     fixed when the description is created, since a scope may depend on the current task.
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

  /// Creates a description of a typed statement.
  ///
  /// - Parameters:
  ///   - decode: Decodes a row of the shape.
  ///   - append: Decodes a row of the shape and appends it to an array.
  @usableFromInline
  init<S: TypedSQL.Statement, Shape: RowShape>(
    _ statement: S,
    _ shape: Shape.Type,
    first: QueryFragment?,
    decode: @escaping @Sendable (inout SQLiteQueryDecoder) throws -> Row,
    append: @escaping @Sendable (inout SQLiteQueryDecoder, inout [Row]) throws -> Void
  ) where Row == Shape.Row {
    let (query, isText) = (statement.query, S._isText)
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
    writeForOtherDatabase = nil
  }
}

extension TypedSQL.Statement where QueryValue: QueryRepresentable {
  /// The description for live queries of a statement of which only its one value's type is known.
  @inlinable
  public var _valueDescription: _QueryDescription<QueryValue.QueryOutput> {
    _QueryDescription(self, ValueRow<QueryValue>.self)
  }
}
