public import SQLiteDatabase

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
/// The code that decodes rows is specialized for their type.
public protocol RowQuery<Element>: Sendable {
  /// The type that a row is decoded as.
  associatedtype Element
  /// The type that reads the rows on a connection.
  associatedtype _Reader: _RowReader where _Reader.Row == Element

  /// Returns a reader of the rows on a connection, with the values bound.
  ///
  /// - Parameter isForFirst: Whether only the first row is needed.
  func _reader(_ db: Database, isForFirst: Bool) throws -> _Reader

  /// The description of the query for live queries.
  var _description: _QueryDescription<Element> { get }
}

/// A single-use reader of the rows of a query on a connection.
public protocol _RowReader {
  /// The type that a row is decoded as.
  associatedtype Row

  /// Returns all rows.
  func readAll() throws -> [Row]

  /// Returns the first row, and discards the other rows.
  func readFirst() throws -> Row?

  /// Returns a cursor over the rows.
  func cursor() throws -> DatabaseCursor<Row>
}

extension RowQuery {
  /// Returns all rows of the query.
  ///
  /// ```swift
  /// let overdue = try database.read { db in try Reminder.where { !$0.isCompleted }.fetchAll(db) }
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE (NOT ("reminders"."isCompleted"))
  /// ```
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the column's type.
  @inlinable
  public func fetchAll(_ db: Database) throws -> [Element] {
    try _reader(db, isForFirst: false).readAll()
  }

  /// Returns the first row of the query; a query of whole rows gets `LIMIT 1`.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the column's type.
  @inlinable
  public func fetchOne(_ db: Database) throws -> Element? {
    try _reader(db, isForFirst: true).readFirst()
  }

  /// Returns a cursor over the rows of the query, which fetches them one at a time.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit the
  ///   column's type.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> DatabaseCursor<Element> {
    try _reader(db, isForFirst: false).cursor()
  }
}

extension RowQuery where Element: Sendable {
  /// Returns an asynchronous sequence of the rows, which reads them during iteration.
  ///
  /// ```swift
  /// for try await reminder in Reminder.where(\.isCompleted).rows(in: database) { print(reminder) }
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE ("reminders"."isCompleted")
  /// ```
  public func rows(in database: any DatabaseReader) -> DatabaseRows<Element> {
    DatabaseRows(database) { db in try fetchCursor(db) }
  }
}
