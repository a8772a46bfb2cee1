package import DatabaseTypes
import SQLite
package import SQLiteDatabase
package import TypedSQL

/// A way of decoding the first columns of a row.
///
/// `@unchecked Sendable`: 1. the closure captures only types.
package struct RowDecoding<Element>: @unchecked Sendable {
  /// Decodes the current row of a statement.
  let element: (PreparedStatement) throws -> Element
  /// Decodes a row like `element` and appends it to an array, by code that is specialized for its
  /// type.
  let append: (PreparedStatement, inout [Element]) throws -> Void
  /// Whether the decoded rows contain hidden columns.
  let seesHiddenColumns: Bool

  /// Creates a decoding from a closure that decodes the current row of a statement.
  ///
  /// - Parameter decode: Gets the statement, whose rows seem to have no hidden columns.
  package init(row decode: @escaping (PreparedStatement) throws -> Element) {
    element = decode
    append = { $1.append(try decode($0)) }
    seesHiddenColumns = false
  }

  /// Creates a decoding to copies of all columns, including the hidden ones.
  package init(copyingHiddenColumns: Void) where Element == DatabaseTypes.Row {
    element = { try $0.copyRow() }
    append = { $1.append(try $0.copyRow()) }
    seesHiddenColumns = true
  }

  /// Creates a decoding from closures that decode a row by its columns.
  ///
  /// - Parameters:
  ///   - decode: Decodes a row.
  ///   - append: Decodes a row and appends it to an array.
  init(
    columns decode: @escaping (inout SQLiteQueryDecoder) throws -> Element,
    append: @escaping (inout SQLiteQueryDecoder, inout [Element]) throws -> Void
  ) {
    element = { try $0.decodeShownColumns(decode) }
    self.append = { statement, elements in
      try statement.decodeShownColumns { try append(&$0, &elements) }
    }
    seesHiddenColumns = false
  }

  /// Creates a decoding of a row shape.
  package init<Shape: RowShape>(_ shape: Shape.Type) where Element == Shape.Row {
    self.init(
      columns: { try Shape.decode(&$0) },
      append: { $1.append(try Shape.decode(&$0)) }
    )
  }

  /// Creates a decoding of nothing, for queries of which only the hidden columns matter.
  package init() where Element == Void {
    self.init(columns: { _ in }, append: { $1.append(()) })
  }
}

/// A query whose rows have further columns after the decoded ones: keys, and values to order by.
package struct HiddenColumnQuery<Element>: Sendable {
  private let template: PreparedQueryTemplate
  private let hiddenCount: Int
  private let decoding: RowDecoding<Element>

  /// Creates a query.
  ///
  /// - Parameters:
  ///   - query: The statement; its parameters are `QueryBinding.parameter(1)` and so on.
  ///   - hiddenCount: The number of columns after the decoded ones.
  ///   - parameterCount: The number of its parameters.
  ///   - decoding: Decodes the columns before the hidden ones.
  package init(
    _ query: QueryFragment,
    hiddenCount: Int,
    parameterCount: Int = 0,
    decoding: RowDecoding<Element>
  ) {
    template = PreparedQueryTemplate(query, parameterCount: parameterCount)
    self.hiddenCount = hiddenCount
    self.decoding = decoding
  }

  /// The SQL.
  package var sql: String { template.sql }

  /// Calls a closure with each row of the result.
  ///
  /// - Parameter limit: The maximum number of rows to read; later rows are not decoded.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or an error of the closure.
  package func forEach(
    _ db: Database,
    _ arguments: [DatabaseValue] = [],
    limit: Int = .max,
    _ body: (Element, borrowing HiddenColumns) throws -> Void
  ) throws {
    try forEachRow(db, arguments, limit: limit, more: { 0 }) { hidden in
      try body(element(of: hidden), hidden)
    }
  }

  /// Calls a closure with the hidden columns of each row of the result, without decoding the row.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows to read; later rows are not decoded.
  ///   - more: Called when as many rows have been read as were allowed; returns how many further
  ///     ones are; 0 for none. It may run other statements.
  /// - Throws: ``DatabaseError``, or an error of the closures.
  package func forEachRow(
    _ db: Database,
    _ arguments: [DatabaseValue] = [],
    limit: Int,
    more: () throws -> Int,
    _ body: (borrowing HiddenColumns) throws -> Void
  ) throws {
    guard let statement = try db.statement(for: template) else { return }
    try statement.bindHidden(arguments, at: template.positions)
    statement.hiddenColumnCount = decoding.seesHiddenColumns ? 0 : hiddenCount
    defer { statement.hiddenColumnCount = 0 }
    try statement.forEachRow(hiddenCount: hiddenCount, limit: limit, more: more, body)
  }

  /// Decodes the row that hidden columns belong to.
  ///
  /// - Throws: ``DecodingFailure``.
  package func element(of hidden: borrowing HiddenColumns) throws -> Element {
    try decoding.element(hidden.statement)
  }

  /// Appends the rows of the result to an array, and calls a closure with the hidden columns of
  /// each.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows to read; later rows are not decoded.
  ///   - more: Called when as many rows have been read as were allowed; returns how many further
  ///     ones are; 0 for none. It may run other statements.
  ///   - elements: The array that gets the rows.
  /// - Throws: ``DatabaseError``, ``DecodingFailure``, or an error of the closures.
  package func read(
    _ db: Database,
    _ arguments: [DatabaseValue] = [],
    limit: Int,
    more: () throws -> Int,
    into elements: inout [Element],
    _ body: (borrowing HiddenColumns) throws -> Void
  ) throws {
    let append = decoding.append
    try forEachRow(db, arguments, limit: limit, more: more) { hidden in
      try append(hidden.statement, &elements)
      try body(hidden)
    }
  }
}

/// The columns of a row after the decoded ones.
package struct HiddenColumns: ~Copyable {
  private let row: CurrentRow
  private let first: Int
  fileprivate var statement: PreparedStatement { row.statement }

  fileprivate init(row: consuming CurrentRow, first: Int) {
    self.row = row
    self.first = first
  }

  /// Returns a value, by its index among the hidden columns.
  ///
  /// - Throws: ``ConversionFailure`` if text is not valid UTF-8.
  package borrowing func value(at index: Int) throws -> DatabaseValue {
    try row.values.value(at: first + index)
  }

  /// Returns whether a hidden column has a value, comparing it in place.
  package borrowing func isSame(_ value: DatabaseValue, at index: Int) -> Bool {
    row.values.isSame(value, at: first + index)
  }

  /// Returns an integer, by its index among the hidden columns.
  ///
  /// - Throws: ``ConversionFailure`` if the value is not an integer.
  package borrowing func integer(at index: Int) throws -> Int64 {
    try row.values.decode(Int64.self, at: first + index)
  }
}

extension PreparedStatement {
  fileprivate func bindHidden(_ arguments: [DatabaseValue], at positions: [[Int]]) throws {
    for (number, argument) in arguments.enumerated() {
      for place in positions[number] {
        do { try statement.bind(argument, at: place) } catch { throw database.databaseError(error) }
      }
    }
  }

  fileprivate func forEachRow(
    hiddenCount: Int,
    limit: Int,
    more: () throws -> Int,
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
        if left == 0 { left = try more() }
      }
      if left == 0 { try finish() }
    } catch {
      try? finish()
      throw error
    }
  }
}
