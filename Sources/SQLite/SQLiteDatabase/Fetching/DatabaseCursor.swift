public import DatabaseTypes
import SQLite

/// A cursor over elements decoded from the rows of a statement, fetched one by one.
///
/// ```swift
/// try database.read { db in
///   let titles = try String.fetchCursor(db, sql: "SELECT title FROM reminders")
///   while let title = try titles.next() { print(title) }
/// }
/// ```
///
/// Use a cursor only within the access in which it was created. A cursor that is released before
/// its end frees its statement. Cursors derived from it, such as by `map` or `prefix`, keep it
/// alive.
public final class DatabaseCursor<Element>: Cursor {
  /// The statement; `nil` if there is nothing to run.
  @usableFromInline private(set) var statement: PreparedStatement?
  @usableFromInline let element: (PreparedStatement) throws -> Element
  private let accessNumber: Int
  private var isDone = false
  /// A provider of the statement to run after the current one, which returns `nil` at the end.
  private let following: () throws -> PreparedStatement?

  @usableFromInline
  convenience init(
    _ statement: PreparedStatement,
    arguments: StatementArguments,
    element: @escaping (borrowing CurrentRow) throws -> Element
  ) throws {
    try statement.setArguments(arguments)
    try self.init(bound: statement) { try element(CurrentRow($0)) }
  }

  /// Creates a cursor over the rows of a statement whose values are bound.
  ///
  /// - Parameters:
  ///   - statement: The statement; `nil` if there is nothing to run.
  ///   - following: Returns the bound statement whose rows come next. It is called repeatedly until
  ///     it returns `nil`.
  ///   - element: Decodes an element from a statement's current row.
  @usableFromInline
  package init(
    bound statement: PreparedStatement?,
    following: @escaping () throws -> PreparedStatement? = { nil },
    element: @escaping (PreparedStatement) throws -> Element
  ) throws {
    self.statement = statement
    self.element = element
    self.following = following
    accessNumber = statement?.database.accessNumber ?? 0
    try statement?.start()
  }

  deinit {
    guard !isDone, let statement, accessNumber == statement.database.accessNumber else { return }
    // A statement that writes has finished its writes before its first row, or ends with the
    // transaction.
    try? statement.finish()
  }

  /// The SQL text.
  public var sql: String { statement?.sql ?? "" }

  /// The names of the columns.
  public var columnNames: [String] { statement?.columnNames ?? [] }

  /// Returns the next element, or `nil` after the last.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure``.
  public func next() throws -> Element? {
    while let statement {
      if try advance(statement) { return try element(statement) }
      guard let next = try following() else { return nil }
      self.statement = next
      try next.start()
      isDone = false
    }
    return nil
  }

  private func advance(_ statement: PreparedStatement) throws -> Bool {
    if isDone { return false }
    guard accessNumber == statement.database.accessNumber else {
      throw DatabaseError(
        code: .misuse,
        message: "A cursor was used after the access in which it was created.",
        sql: sql
      )
    }
    do {
      if try statement.step() { return true }
    } catch {
      isDone = true
      throw error
    }
    isDone = true
    return false
  }
}

extension Database {
  /// Calls a closure with each row of a query, read in place: the fastest way to read.
  ///
  /// - Parameters:
  ///   - sql: One statement, which is cached.
  ///   - arguments: Values for all parameters.
  ///   - body: Receives each row.
  /// - Throws: ``DatabaseError``, or the error of `body`.
  @inlinable
  public func forEachRow(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    _ body: (borrowing CurrentRow) throws -> Void
  ) throws {
    let statement = try cachedStatement(sql: sql)
    try statement.setArguments(arguments)
    try statement.forEachRow(body)
  }
}

extension PreparedStatement {
  /// Calls a closure with each row, read in place.
  @inlinable
  public func forEachRow(_ body: (borrowing CurrentRow) throws -> Void) throws {
    try start()
    do {
      while try step() { try body(CurrentRow(self)) }
    } catch {
      // After an error of SQLite, the run has already ended.
      try? finish()
      throw error
    }
  }

  /// Returns the result of a closure for the first row, discarding the remaining rows.
  @inlinable
  func first<Element>(
    _ arguments: StatementArguments,
    _ element: (borrowing CurrentRow) throws -> Element
  ) throws -> Element? {
    try setArguments(arguments)
    try start()
    do {
      guard try step() else { return nil }
      let first = try element(CurrentRow(self))
      // A statement with RETURNING has to be stepped to its end.
      if isReadOnly { try finish() } else { while try step() {} }
      return first
    } catch {
      // After an error of SQLite, the run has already ended.
      try? finish()
      throw error
    }
  }
}

/// A cursor over the records of a statement's rows.
public typealias RecordCursor<Record> = DatabaseCursor<Record>

/// A cursor over the rows of a statement.
public typealias RowCursor = DatabaseCursor<Row>

/// A cursor over the values of a statement's first column.
public typealias DatabaseValueCursor<Value> = DatabaseCursor<Value>
