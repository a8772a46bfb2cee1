import LiveSQL

/// Live queries of many shapes on the tables of ``FuzzLayout``.
struct FuzzCatalogue {
  typealias Entry = (name: String, make: () -> any FuzzSubject)

  let database: any DatabaseWriter
  let delivery: FetchDelivery
  let bell: FuzzBell

  /// All queries, always in the same order.
  var entries: [Entry] {
    rows + windows + values + groups + joins + texts + fragments + views + records + others + shapes
  }

  /// Returns rows in a fixed order, for queries that leave their order open.
  static func sorted<Element: Sendable>(_ elements: [Element]) -> [Element] {
    elements.map { ($0, "\($0)") }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// An entry of many rows.
  func all<Element: Hashable & Sendable>(
    _ name: String,
    isOrdered: Bool,
    mustRunAgain: Bool = false,
    watch: @escaping (FetchDelivery) -> FetchAll<Element>,
    truth: @escaping @Sendable (Database) throws -> [Element]
  ) -> Entry {
    var query = FuzzQuery(
      name: name,
      watch: { [delivery] in watch($0 ? delivery.fetchingImmediately : delivery) },
      truth: truth,
      form: { isOrdered ? $0 : Self.sorted($0) },
      followers: { [.differences($0.differences, $1), .values($0.values, $1)] }
    )
    query.observers = { [database] bell in
      [.observation(.tracking { try truth($0) }, database, bell)]
    }
    query.mustRunAgain = mustRunAgain
    return entry(query)
  }

  /// An entry of one value.
  func one<Value: Hashable & Sendable>(
    _ name: String,
    watch: @escaping (FetchDelivery) -> FetchOne<Value>,
    truth: @escaping @Sendable (Database) throws -> Value
  ) -> Entry {
    var query = FuzzQuery(
      name: name,
      watch: { [delivery] in watch($0 ? delivery.fetchingImmediately : delivery) },
      truth: truth,
      followers: { [.values($0.values, $1)] }
    )
    query.observers = { [database] bell in
      [.mainActorObservation(.tracking { try truth($0) }, database, bell)]
    }
    return entry(query)
  }

  func entry<Property>(_ query: FuzzQuery<Property>) -> Entry {
    (query.name, { [database, bell] in FuzzProperty(query, database, bell) })
  }

  /// An entry of rows of one table.
  func table<S: Table>(
    _ name: String,
    _ statement: some SelectStatementOf<S>,
    isOrdered: Bool = true,
    mustRunAgain: Bool = false
  ) -> Entry where S.QueryOutput: Hashable & Sendable {
    all(
      name,
      isOrdered: isOrdered,
      mustRunAgain: mustRunAgain,
      watch: { [database] in FetchAll(statement, database: database, delivery: $0) },
      truth: { try statement.fetchAll($0) }
    )
  }

  /// An entry of the rows that a statement selects.
  func select<Row: Hashable & Sendable>(
    _ name: String,
    _ statement: some TypedRowQuery<Row>,
    isOrdered: Bool = true,
    mustRunAgain: Bool = false
  ) -> Entry {
    all(
      name,
      isOrdered: isOrdered,
      mustRunAgain: mustRunAgain,
      watch: { [database] in FetchAll(statement, database: database, delivery: $0) },
      truth: { try statement.fetchAll($0) }
    )
  }

  /// An entry of the first row of one table.
  func first<S: Table>(_ name: String, _ statement: some SelectStatementOf<S>) -> Entry
  where S.QueryOutput: Hashable & Sendable {
    one(
      name,
      watch: { [database] in
        FetchOne(
          wrappedValue: S.QueryOutput?.none,
          statement,
          database: database,
          delivery: $0
        )
      },
      truth: { try statement.fetchOne($0) }
    )
  }

  /// An entry of the first value that a statement selects.
  func value<
    V: QueryRepresentable & SendableMetatype,
    S: TypedSQL.Statement<V> & Sendable & SendableMetatype
  >(
    _ name: String,
    _ statement: S
  ) -> Entry where V.QueryOutput: Hashable & Sendable {
    one(
      name,
      watch: { [database] in
        FetchOne(wrappedValue: V.QueryOutput?.none, statement, database: database, delivery: $0)
      },
      truth: { try statement.fetchOne($0) }
    )
  }
}
