public import SQLiteDatabase

/// A query whose rows are decoded as `Element`.
///
/// Typed selects of every shape, compound selects, `#sql` and requests for records are row queries. Whatever reads rows takes
/// one: `fetchAll` and its kin, `@FetchAll`, `@FetchOne`, `ValueObservation`.
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
/// Rows are decoded by code that is compiled for their very types.
public protocol RowQuery<Element>: Sendable {
  /// What a row is decoded as.
  associatedtype Element
  /// What reads its rows on a connection.
  associatedtype _Reader: _RowReader where _Reader.Row == Element

  /// What reads its rows on a connection, with its values bound.
  ///
  /// - Parameter isForFirst: Whether only the first row is wanted.
  func _reader(_ db: Database, isForFirst: Bool) throws -> _Reader

  /// What live queries ask of it.
  var _description: _QueryDescription<Element> { get }
}

/// What reads the rows of a query on a connection, once.
public protocol _RowReader {
  /// What a row is decoded as.
  associatedtype Row

  /// All rows.
  func readAll() throws -> [Row]

  /// The first row; what is left is discarded.
  func readFirst() throws -> Row?

  /// The rows, one by one.
  func cursor() throws -> DatabaseCursor<Row>
}

extension RowQuery {
  /// All rows.
  ///
  /// ```swift
  /// let overdue = try database.read { db in try Reminder.where { !$0.isCompleted }.fetchAll(db) }
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE (NOT ("reminders"."isCompleted"))
  /// ```
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchAll(_ db: Database) throws -> [Element] {
    try _reader(db, isForFirst: false).readAll()
  }

  /// The first row: a query of whole rows gets `LIMIT 1`.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchOne(_ db: Database) throws -> Element? {
    try _reader(db, isForFirst: true).readFirst()
  }

  /// The rows, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchCursor(_ db: Database) throws -> DatabaseCursor<Element> {
    try _reader(db, isForFirst: false).cursor()
  }
}

extension RowQuery where Element: Sendable {
  /// The rows, read while a task iterates over them.
  ///
  /// ```swift
  /// for try await reminder in Reminder.where(\.isCompleted).rows(in: database) { print(reminder) }
  /// // SELECT "reminders"."id", … FROM "reminders" WHERE ("reminders"."isCompleted")
  /// ```
  public func rows(in database: any DatabaseReader) -> DatabaseRows<Element> {
    DatabaseRows(database) { db in try fetchCursor(db) }
  }
}
