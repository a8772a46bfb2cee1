/// A query whose rows are decoded as `Element`.
///
/// Typed selects of every shape, compound selects, `#sql` and requests for records are row queries.
/// Everything that reads rows accepts one: `fetchAll` and its siblings, `@FetchAll`, `@FetchOne`,
/// `ValueObservation`.
///
/// ```swift
/// func titles(_ query: some RowQuery<String>, _ db: Database) throws -> [String] {
///   try query.fetchAll(db).sorted()
/// }
///
/// try titles(Reminder.select(\.title), db)
/// try titles(#sql("SELECT title FROM remindersLists", as: String.self), db)
/// try titles(SQLRequest<String>(sql: "SELECT title FROM tags"), db)
/// ```
///
/// The code that decodes rows is specialized for their type and for the connection's.
public protocol RowQuery<Element>: Sendable {
  /// The type that a row is decoded as.
  associatedtype Element

  /// Returns all rows of the query on a connection.
  func _allRows<Connection: SQLConnection>(_ db: Connection) throws -> [Element]

  /// Returns the first row of the query on a connection.
  func _firstRow<Connection: SQLConnection>(_ db: Connection) throws -> Element?

  /// Passes the query to a visitor as what it is: a typed statement, or a request.
  func _accept<Visitor: _RowQueryVisitor>(_ visitor: Visitor) throws(Visitor.Failure)
    -> Visitor.Output where Visitor.Row == Element
}

/// A use of row queries that one database has alone, such as a cursor, or a live query.
///
/// A query passes itself on with its exact type, so that decoding is specialized for it.
public protocol _RowQueryVisitor<Row> {
  /// The type that a row is decoded as.
  associatedtype Row
  /// The result.
  associatedtype Output
  /// The error that is thrown.
  associatedtype Failure: Error

  /// Uses a typed statement.
  func visit<Query: TypedRowQuery>(_ statement: Query) throws(Failure) -> Output
  where Query.Element == Row

  /// Uses a query of another kind, such as a request for records.
  func visit<Query: RowQuery>(request: Query) throws(Failure) -> Output
  where Query.Element == Row
}

extension RowQuery {
  /// Returns all rows of the query.
  ///
  /// ```swift
  /// let overdue = try database.read { db in try Reminder.where { !$0.isCompleted }.fetchAll(db) }
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE (NOT ("reminders"."isCompleted"))
  /// ```
  ///
  /// On PostgreSQL it blocks until the server has answered. The statement is prepared the first
  /// time that the connection runs it.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit the
  ///   column's type.
  @inlinable
  public func fetchAll<Connection: SQLConnection>(_ db: Connection) throws -> [Element] {
    try _allRows(db)
  }

  /// Returns the first row of the query; a query of whole rows gets `LIMIT 1`.
  ///
  /// PostgreSQL's server sends all rows, so there each `SELECT` gets `LIMIT 1`.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`; `DecodingFailure` if a value does not fit the
  ///   column's type.
  @inlinable
  public func fetchOne<Connection: SQLConnection>(_ db: Connection) throws -> Element? {
    try _firstRow(db)
  }
}
