public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

/// A query that is built and rendered once, and then run with different values.
///
/// ```swift
/// let overdue = PreparedQuery { (list: Parameter<Int>, date: Parameter<Date>) in
///   Reminder.where { $0.remindersListID.eq(list) && $0.dueDate < date }
/// }
///
/// let reminders = try database.read { db in try overdue.fetchAll(db, list.id, .now) }
/// ```
///
/// Each connection keeps the compiled statement and finds it without comparing SQL. A query may be
/// used from any thread, and is best stored in a `static let`.
///
/// `Output` is the type that a row is decoded as, or `()` for a statement without a result.
public struct PreparedQuery<Output, each Input: QueryBindable>: @unchecked Sendable {
  // 1. The closures capture only types.

  @usableFromInline let template: PreparedQueryTemplate
  @usableFromInline let check: (PreparedStatement) throws -> Void
  @usableFromInline let decode: (inout SQLiteQueryDecoder) throws -> Output

  @usableFromInline
  init(
    _ build: (repeat Parameter<each Input>) -> QueryFragment,
    rowShape: (any RowShape<Output>.Type)?,
    check: @escaping (PreparedStatement) throws -> Void,
    decode: @escaping (inout SQLiteQueryDecoder) throws -> Output
  ) {
    var count = 0
    let query = build(repeat Parameter<each Input>(counting: &count))
    template = PreparedQueryTemplate(query, parameterCount: count, rowShape: rowShape)
    self.check = check
    self.decode = decode
  }

  /// The SQL, on one line.
  public var sql: String { template.sql }
}

extension PreparedQuery {
  /// Prepares a query.
  @inlinable
  public init<Query: TypedRowQuery<Output>>(
    _ build: (repeat Parameter<each Input>) -> Query
  ) {
    self.init(build, Query.Shape.self)
  }

  /// Prepares a statement that returns one value.
  @_disfavoredOverload  // `RowQuery` wins for row queries.
  @inlinable
  public init<V: QueryRepresentable, S: TypedSQL.Statement<V>>(
    _ build: (repeat Parameter<each Input>) -> S
  ) where Output == V.QueryOutput {
    self.init(build, ValueRow<V>.self)
  }

  /// Prepares a statement that returns several values.
  @_disfavoredOverload  // As above.
  @inlinable
  public init<
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable,
    S: TypedSQL.Statement<(V1, V2, repeat each V3)>
  >(
    _ build: (repeat Parameter<each Input>) -> S
  ) where Output == (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput) {
    self.init(build, TupleRow<V1, V2, repeat each V3>.self)
  }

  @inlinable @inline(__always)
  init<S: TypedSQL.Statement, Shape: RowShape>(
    _ build: (repeat Parameter<each Input>) -> S,
    _ shape: Shape.Type
  ) where Output == Shape.Row {
    let isText = S._isText
    self.init(
      { (parameter: repeat Parameter<each Input>) in build(repeat each parameter).query },
      rowShape: shape,
      check: { try $0.check(Shape.self, isText: isText) },
      decode: { try Shape.decode(&$0) }
    )
  }

  /// Prepares a statement without a result.
  @inlinable @_disfavoredOverload
  public init<S: TypedSQL.Statement<()>>(
    _ build: (repeat Parameter<each Input>) -> S
  ) where Output == () {
    self.init(
      { (parameter: repeat Parameter<each Input>) in build(repeat each parameter).query },
      rowShape: nil,
      check: { _ in },
      decode: { _ in }
    )
  }
}

extension PreparedQuery {
  /// Returns all rows of the result for the given values.
  ///
  /// A connection of PostgreSQL looks the statement up by its text.
  ///
  /// - Throws: ``DatabaseError`` or `PostgresError`; ``DecodingFailure`` if a value does not fit
  ///   its type.
  @inlinable
  public func fetchAll<Connection: SQLConnection>(
    _ db: Connection,
    _ input: repeat (each Input).QueryOutput
  ) throws -> [Output] {
    guard let db = db as? Database else { return try otherRows(db, query(repeat each input)) }
    guard let statement = try statement(db, repeat each input) else { return [] }
    return try statement.decodeAll(check: check, decode: decode)
  }

  /// Returns the first row of the result for the given values; no `LIMIT` is added.
  ///
  /// - Throws: ``DatabaseError`` or `PostgresError`; ``DecodingFailure`` if a value does not fit
  ///   its type.
  @inlinable
  public func fetchOne<Connection: SQLConnection>(
    _ db: Connection,
    _ input: repeat (each Input).QueryOutput
  ) throws -> Output? {
    guard let db = db as? Database else { return try firstOther(db, query(repeat each input)) }
    guard let statement = try statement(db, repeat each input) else { return nil }
    return try statement.decodeFirst(check: check, decode: decode)
  }

  /// Returns a cursor over the rows of the result for the given values.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` if a value does not fit its
  ///   type.
  public func fetchCursor(
    _ db: Database,
    _ input: repeat (each Input).QueryOutput
  ) throws -> QueryCursor<Output> {
    let statement = try statement(db, repeat each input)
    try statement.map(check)
    return try QueryCursor(bound: statement) { [decode] in try $0.decodeRow(decode) }
  }

  /// Runs the statement to its end with the given values.
  ///
  /// - Throws: ``DatabaseError`` or `PostgresError`.
  @inlinable
  public func execute<Connection: SQLConnection>(
    _ db: Connection,
    _ input: repeat (each Input).QueryOutput
  ) throws {
    guard let db = db as? Database else {
      return try SQLQueryExpression<()>(query(repeat each input)).execute(db)
    }
    try statement(db, repeat each input)?.run()
  }

  /// Returns the query with its values, for databases other than SQLite.
  @usableFromInline
  func query(_ input: repeat (each Input).QueryOutput) -> QueryFragment {
    var values: [QueryBinding] = []
    for (type, value) in repeat ((each Input).self, each input) {
      values.append(type.init(queryOutput: value).queryBinding)
    }
    return template.query.binding(parameters: values)
  }

  @usableFromInline
  func otherRows(_ db: any SQLConnection, _ query: QueryFragment) throws -> [Output] {
    func rows<Shape: RowShape<Output>>(_ shape: Shape.Type) throws -> [Output] {
      try db._rows(of: query, as: shape, isText: false)
    }
    return try rowShape.map { try rows($0) } ?? []
  }

  @usableFromInline
  func firstOther(_ db: any SQLConnection, _ query: QueryFragment) throws -> Output? {
    func row<Shape: RowShape<Output>>(_ shape: Shape.Type) throws -> Output? {
      try db._firstRow(of: query, as: shape, isText: false)
    }
    return try rowShape.flatMap { try row($0) }
  }

  /// The row shape, for databases with their own decoder; `nil` for a statement without a result.
  private var rowShape: (any RowShape<Output>.Type)? {
    template.rowShape as? any RowShape<Output>.Type
  }

  /// Returns the connection's statement with the values bound; `nil` if the query is empty.
  @inlinable
  func statement(
    _ db: Database,
    _ input: repeat (each Input).QueryOutput
  ) throws -> PreparedStatement? {
    guard let statement = try db.statement(for: template) else { return nil }
    if template.isSequential {
      var encoder = SQLiteQueryEncoder(statement)
      for (type, value) in repeat ((each Input).self, each input) {
        encoder.encode(value, as: type)
      }
      if let failure = encoder.failure { throw failure }
      return statement
    }
    var number = 0
    for (type, value) in repeat ((each Input).self, each input) {
      for place in template.positions[number] {
        var encoder = SQLiteQueryEncoder(statement, after: place - 1)
        encoder.encode(value, as: type)
        if let failure = encoder.failure { throw failure }
      }
      number += 1
    }
    return statement
  }
}

/// The part of a prepared query from which connections compile its statement.
@usableFromInline
final class PreparedQueryTemplate: Sendable {
  let query: QueryFragment
  let rowShape: Any.Type?
  let sql: String
  let bindings: [QueryBinding]
  /// For each parameter, the positions at which its value is bound, counted from 1.
  @usableFromInline let positions: [[Int]]
  /// Whether the statement binds only the parameters, each once and in order.
  @usableFromInline let isSequential: Bool

  init(_ query: QueryFragment, parameterCount: Int, rowShape: Any.Type? = nil) {
    self.query = query
    self.rowShape = rowShape
    (sql, bindings) = query.render(for: .library)
    var positions = [[Int]](repeating: [], count: parameterCount)
    for (index, binding) in bindings.enumerated() {
      guard case .parameter(let number) = binding, positions.indices.contains(number - 1) else {
        continue
      }
      positions[number - 1].append(index + 1)
    }
    self.positions = positions
    isSequential = positions == (0..<bindings.count).map { [$0 + 1] }
  }
}

extension Database {
  /// Returns the statement of a prepared query, with everything bound except the parameters.
  @usableFromInline
  func statement(for template: PreparedQueryTemplate) throws -> PreparedStatement? {
    let identity = ObjectIdentifier(template)
    if let last = statementCache.recent(.preparedQuery, where: { $0.object == identity }) {
      return last
    }
    let key = StatementKey(.preparedQuery, identity)
    if let known = statementCache.statement(for: key) { return known }
    guard !template.sql.isEmpty else { return nil }
    let statement = try makeStatement(sql: template.sql)
    try statement.bindFixed(template.bindings)
    // The template lives as long as its statement is kept, so that no other template can get its
    // address.
    statementCache.insert(statement, for: key, owner: template)
    return statement
  }
}

extension PreparedStatement {
  /// Binds the values that are not parameters.
  fileprivate func bindFixed(_ bindings: [QueryBinding]) throws {
    for (index, binding) in bindings.enumerated() {
      if case .parameter = binding { continue }
      try bind(binding, at: index + 1)
    }
  }
}
