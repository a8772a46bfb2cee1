package import DatabaseTypes
import SQLite
package import SQLiteDatabase
package import TypedSQL

/// What makes a value of a row's first columns.
///
/// `@unchecked Sendable`: 1. the closure captures types and nothing else.
package struct RowDecoding<Element>: @unchecked Sendable {
  /// Decodes the row on which a statement stands; the number is that of its last columns that are not for it.
  let element: (PreparedStatement, Int) throws -> Element
  /// The same, and adds it to others, by code that is compiled for the very type.
  let append: (PreparedStatement, Int, inout [Element]) throws -> Void

  /// Decodes the row on which a statement stands.
  ///
  /// - Parameter decode: Gets the statement, and how many of its last columns are not for it.
  package init(row decode: @escaping (PreparedStatement, Int) throws -> Element) {
    element = decode
    append = { $2.append(try decode($0, $1)) }
  }

  /// Decodes a row by its columns.
  ///
  /// - Parameters:
  ///   - decode: Decodes it.
  ///   - append: Decodes it, and adds it to others.
  init(
    columns decode: @escaping (inout SQLiteQueryDecoder) throws -> Element,
    append: @escaping (inout SQLiteQueryDecoder, inout [Element]) throws -> Void
  ) {
    element = { statement, _ in try statement.decodeRow(decode) }
    self.append = { statement, _, elements in
      try statement.decodeRow { try append(&$0, &elements) }
    }
  }

  /// Decodes a row of a shape.
  package init<Shape: RowShape>(_ shape: Shape.Type) where Element == Shape.Row {
    self.init(
      columns: { try Shape.decode(&$0) },
      append: { $1.append(try Shape.decode(&$0)) }
    )
  }

  /// Decodes nothing, where only the columns after it matter.
  package init() where Element == Void {
    self.init(columns: { _ in }, append: { $1.append(()) })
  }
}

/// A query whose rows have columns after those that are decoded: keys, and values to order by.
package struct HiddenColumnQuery<Element>: Sendable {
  private let template: PreparedTemplate
  private let hiddenCount: Int
  private let decoding: RowDecoding<Element>

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - query: The statement; its parameters are `QueryBinding.parameter(1)` and so on.
  ///   - hiddenCount: How many of its columns come after those that are decoded.
  ///   - parameterCount: The number of its parameters.
  ///   - decoding: What makes a value of the columns before.
  package init(
    _ query: QueryFragment,
    hiddenCount: Int,
    parameterCount: Int = 0,
    decoding: RowDecoding<Element>
  ) {
    template = PreparedTemplate(query, parameterCount: parameterCount)
    self.hiddenCount = hiddenCount
    self.decoding = decoding
  }

  /// The SQL.
  package var sql: String { template.sql }

  /// Calls a closure with each row of the result.
  ///
  /// - Parameter limit: How many rows are read at most: those that come later are not decoded.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or what the closure throws.
  package func forEach(
    _ db: Database,
    _ arguments: [DatabaseValue] = [],
    limit: Int = .max,
    _ body: (Element, borrowing HiddenColumns) throws -> Void
  ) throws {
    try forEachRow(db, arguments, limit: limit) { hidden in try body(element(of: hidden), hidden) }
  }

  /// Calls a closure with the hidden columns of each row of the result, which need not be decoded.
  ///
  /// - Throws: ``DatabaseError``, or what the closure throws.
  package func forEachRow(
    _ db: Database,
    _ arguments: [DatabaseValue] = [],
    limit: Int = .max,
    _ body: (borrowing HiddenColumns) throws -> Void
  ) throws {
    guard let statement = try db.statement(for: template) else { return }
    try statement.bindHidden(arguments, at: template.places)
    try statement.forEachRow(hiddenCount: hiddenCount, limit: limit, body)
  }

  /// Decodes the row that has certain hidden columns.
  ///
  /// - Throws: ``DecodingFailure``
  package func element(of hidden: borrowing HiddenColumns) throws -> Element {
    try decoding.element(hidden.statement, hiddenCount)
  }

  /// Adds the rows of the result to others, and calls a closure with the hidden columns of each.
  ///
  /// - Parameters:
  ///   - limit: How many rows are read at most: those that come later are not decoded.
  ///   - elements: Gets the rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or what the closure throws.
  package func read(
    _ db: Database,
    _ arguments: [DatabaseValue] = [],
    limit: Int = .max,
    into elements: inout [Element],
    _ body: (borrowing HiddenColumns) throws -> Void
  ) throws {
    let append = decoding.append
    try forEachRow(db, arguments, limit: limit) { hidden in
      try append(hidden.statement, hiddenCount, &elements)
      try body(hidden)
    }
  }
}

/// The columns of a row after those that are decoded.
package struct HiddenColumns: ~Copyable {
  private let row: CurrentRow
  private let first: Int
  fileprivate var statement: PreparedStatement { row.statement }

  fileprivate init(row: consuming CurrentRow, first: Int) {
    self.row = row
    self.first = first
  }

  /// A value, by its index among these columns.
  ///
  /// - Throws: ``ConversionFailure`` where text is not valid UTF-8.
  package borrowing func value(at index: Int) throws -> DatabaseValue {
    try row.values.value(at: first + index)
  }

  /// Whether a column has a value, by its index among these columns; it is not copied to be compared.
  package borrowing func isSame(_ value: DatabaseValue, at index: Int) -> Bool {
    row.values.isSame(value, at: first + index)
  }

  /// An integer, by its index among these columns.
  ///
  /// - Throws: ``ConversionFailure`` where it is another value.
  package borrowing func integer(at index: Int) throws -> Int64 {
    try row.values.decode(Int64.self, at: first + index)
  }
}

extension PreparedStatement {
  fileprivate func bindHidden(_ arguments: [DatabaseValue], at places: [[Int]]) throws {
    for (number, argument) in arguments.enumerated() {
      for place in places[number] {
        do { try statement.bind(argument, at: place) } catch { throw database.databaseError(error) }
      }
    }
  }

  fileprivate func forEachRow(
    hiddenCount: Int,
    limit: Int,
    _ body: (borrowing HiddenColumns) throws -> Void
  ) throws {
    try start()
    do {
      var left = limit
      while left > 0, try step() {
        let row = CurrentRow(self)
        let first = row.count - hiddenCount
        try body(HiddenColumns(row: row, first: first))
        left -= 1
      }
      if left == 0 { try finish() }
    } catch {
      try? finish()
      throw error
    }
  }
}
