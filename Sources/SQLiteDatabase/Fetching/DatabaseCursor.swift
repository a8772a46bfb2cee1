public import DatabaseTypes
import SQLite

/// The elements of a statement's rows, fetched one by one.
///
/// ```swift
/// try database.read { db in
///   let titles = try String.fetchCursor(db, sql: "SELECT title FROM reminders")
///   while let title = try titles.next() { print(title) }
/// }
/// ```
///
/// Use it only within the access in which it was made. A cursor that is let go before its end frees its statement. What is
/// made of it, as by `map` or `prefix`, keeps it.
public final class DatabaseCursor<Element>: Cursor {
  /// `nil` where there is nothing to run.
  @usableFromInline private(set) var statement: PreparedStatement?
  @usableFromInline let element: (PreparedStatement) throws -> Element
  private let accessNumber: Int
  private var isDone = false
  /// What runs after the statement has ended; `nil` where nothing is left.
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

  /// The rows of a statement whose values are bound.
  ///
  /// - Parameters:
  ///   - statement: The statement; `nil` where there is nothing to run.
  ///   - following: Gives the bound statement whose rows come next, again and again until it gives none.
  ///   - element: Makes an element of the row on which a statement stands.
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
    // A statement that writes has done all its work before its first row, or ends with the transaction.
    try? statement.finish()
  }

  /// The SQL text.
  public var sql: String { statement?.sql ?? "" }

  /// The names of the columns.
  public var columnNames: [String] { statement?.columnNames ?? [] }

  /// The next element; `nil` after the last.
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
        message: "A cursor was used after the access in which it was made.",
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
  /// Runs a closure with each row of a query, read in place: the fastest way to read.
  ///
  /// - Parameters:
  ///   - sql: A statement, which is kept compiled.
  ///   - arguments: Values for all parameters.
  ///   - body: Gets each row.
  /// - Throws: ``DatabaseError``, or what `body` throws.
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
  /// Runs a closure with each row, read in place.
  @inlinable
  public func forEachRow(_ body: (borrowing CurrentRow) throws -> Void) throws {
    try start()
    do {
      while try step() { try body(CurrentRow(self)) }
    } catch {
      // After an error of SQLite's the run has ended already.
      try? finish()
      throw error
    }
  }

  /// What a closure makes of the first row; what is left is discarded.
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
      // After an error of SQLite's the run has ended already.
      try? finish()
      throw error
    }
  }
}

/// The records of a statement's rows, fetched one by one.
public typealias RecordCursor<Record> = DatabaseCursor<Record>

/// The rows of a statement, fetched one by one.
public typealias RowCursor = DatabaseCursor<Row>

/// The values of a statement's first column, fetched one by one.
public typealias DatabaseValueCursor<Value> = DatabaseCursor<Value>
