public import SQLiteDatabase
public import TypedSQL

/// A query that is built and rendered once and then run with other values each time.
///
/// ```swift
/// let overdue = PreparedQuery { (list: Parameter<Int>, date: Parameter<Date>) in
///   Reminder.where { $0.remindersListID.eq(list) && $0.dueDate < date }
/// }
///
/// let reminders = try database.read { db in try overdue.fetchAll(db, list.id, .now) }
/// ```
///
/// Each connection keeps its statement compiled and finds it without looking at the SQL. A query may be used from any
/// thread, and is best kept in a `static let`.
///
/// `Output` is what a row is decoded as, `()` for a statement without a result.
public struct PreparedQuery<Output, each Input: QueryBindable>: @unchecked Sendable {
  // 1. The closures capture types and nothing else.

  @usableFromInline let template: PreparedTemplate
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
    template = PreparedTemplate(query, parameterCount: count, rowShape: rowShape)
    self.check = check
    self.decode = decode
  }

  /// The SQL, in one line.
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
  @_disfavoredOverload  // A row query is read as one.
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
    let isText = S.isText
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
  /// All rows of the result for some values.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll(
    _ db: Database,
    _ input: repeat (each Input).QueryOutput
  ) throws -> [Output] {
    guard let statement = try statement(db, repeat each input) else { return [] }
    return try statement.decodeAll(check: check, decode: decode)
  }

  /// The first row of the result for some values; no `LIMIT` is added.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchOne(
    _ db: Database,
    _ input: repeat (each Input).QueryOutput
  ) throws -> Output? {
    guard let statement = try statement(db, repeat each input) else { return nil }
    return try statement.decodeFirst(check: check, decode: decode)
  }

  /// The rows of the result for some values, fetched one by one.
  ///
  /// - Throws: ``DatabaseError``; the cursor throws ``DecodingFailure`` for a value that is not of its type.
  public func fetchCursor(
    _ db: Database,
    _ input: repeat (each Input).QueryOutput
  ) throws -> QueryCursor<Output> {
    let statement = try statement(db, repeat each input)
    try statement.map(check)
    return try QueryCursor(bound: statement) { [decode] in try $0.decodeRow(decode) }
  }

  /// Runs the statement with some values, to its end.
  ///
  /// - Throws: ``DatabaseError``.
  @inlinable
  public func execute(_ db: Database, _ input: repeat (each Input).QueryOutput) throws {
    try statement(db, repeat each input)?.run()
  }

  /// What a row is decoded as, for databases that have a decoder of their own; `nil` for a statement without a result.
  package var rowShape: (any RowShape<Output>.Type)? {
    template.rowShape as? any RowShape<Output>.Type
  }

  /// The query with its values, for databases other than SQLite.
  package func query(_ input: repeat (each Input).QueryOutput) -> QueryFragment {
    var values: [QueryBinding] = []
    for (type, value) in repeat ((each Input).self, each input) {
      values.append(type.init(queryOutput: value).queryBinding)
    }
    return template.query.binding(parameters: values)
  }

  /// The connection's statement with the values bound; `nil` where there is nothing to run.
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
      for place in template.places[number] {
        var encoder = SQLiteQueryEncoder(statement, after: place - 1)
        encoder.encode(value, as: type)
        if let failure = encoder.failure { throw failure }
      }
      number += 1
    }
    return statement
  }
}

/// What connections compile for a prepared query.
@usableFromInline
final class PreparedTemplate: Sendable {
  let query: QueryFragment
  let rowShape: Any.Type?
  let sql: String
  let bindings: [QueryBinding]
  /// Where the value of each parameter is bound, counted from 1.
  @usableFromInline let places: [[Int]]
  /// Whether the parameters are all that is bound, each once and in order.
  @usableFromInline let isSequential: Bool

  init(_ query: QueryFragment, parameterCount: Int, rowShape: Any.Type? = nil) {
    self.query = query
    self.rowShape = rowShape
    (sql, bindings) = query.render(for: .library)
    var places = [[Int]](repeating: [], count: parameterCount)
    for (index, binding) in bindings.enumerated() {
      guard case .parameter(let number) = binding, places.indices.contains(number - 1) else {
        continue
      }
      places[number - 1].append(index + 1)
    }
    self.places = places
    isSequential = places == (0..<bindings.count).map { [$0 + 1] }
  }
}

extension Database {
  /// The statement of a prepared query, with all that is not a parameter bound.
  @usableFromInline
  func statement(for template: PreparedTemplate) throws -> PreparedStatement? {
    let identity = ObjectIdentifier(template)
    if let last = keptStatements.recent(.preparedQuery, where: { $0.object == identity }) {
      return last
    }
    let key = StatementKey(.preparedQuery, identity)
    if let known = keptStatements.statement(for: key) { return known }
    guard !template.sql.isEmpty else { return nil }
    let statement = try makeStatement(sql: template.sql)
    try statement.bindFixed(template.bindings)
    // The template lives as long as its statement is kept, so that no other one has its address.
    keptStatements.insert(statement, for: key, owner: template)
    return statement
  }
}

extension PreparedStatement {
  /// Binds what is not a parameter.
  fileprivate func bindFixed(_ bindings: [QueryBinding]) throws {
    for (index, binding) in bindings.enumerated() {
      if case .parameter = binding { continue }
      try bind(binding, at: index + 1)
    }
  }
}
