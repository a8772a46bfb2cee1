import LiveSQL

/// Typed statements and requests for records on the tables of ``WrittenSchema``.
struct WrittenCatalogue {
  typealias Entry = () -> any WrittenSubject

  let database: any DatabaseWriter

  /// Creates a live query by its number, of any size.
  func subject(_ number: Int) -> any WrittenSubject {
    let entries = tables + joins + groups + requests
    return entries[number % entries.count]()
  }

  private func all<Element: Hashable & Sendable>(
    _ name: String,
    isOrdered: Bool,
    watch: @escaping () -> FetchAll<Element>,
    truth: @escaping (Database) throws -> [Element]
  ) -> Entry {
    let form: ([Element]) -> [String] = { elements in
      let lines = elements.map { "\($0)" }
      return isOrdered ? lines : WrittenForm.sorted(lines)
    }
    return { WrittenProperty(name, watch(), lines: form, truth: truth) }
  }

  private func table<S: Table>(
    _ name: String,
    _ statement: some SelectStatementOf<S>,
    isOrdered: Bool = true
  ) -> Entry where S.QueryOutput: Hashable & Sendable {
    all(
      name,
      isOrdered: isOrdered,
      watch: { [database] in FetchAll(statement, database: database, delivery: .immediate) },
      truth: { try statement.fetchAll($0) }
    )
  }

  private func select<Row: Hashable & Sendable>(
    _ name: String,
    _ statement: some TypedRowQuery<Row>,
    isOrdered: Bool = true
  ) -> Entry {
    all(
      name,
      isOrdered: isOrdered,
      watch: { [database] in FetchAll(statement, database: database, delivery: .immediate) },
      truth: { try statement.fetchAll($0) }
    )
  }

  private func records<Element: Hashable & Sendable>(
    _ name: String,
    _ request: QueryInterfaceRequest<Element>
  ) -> Entry {
    all(
      name,
      isOrdered: true,
      watch: { [database] in FetchAll(request, database: database, delivery: .immediate) },
      truth: { try request.fetchAll($0) }
    )
  }

  private func one<Value: Hashable & Sendable>(
    _ name: String,
    watch: @escaping () -> FetchOne<Value>,
    truth: @escaping (Database) throws -> Value
  ) -> Entry {
    { WrittenProperty(name, watch(), lines: { ["\($0)"] }, truth: truth) }
  }

  private func value<
    V: QueryRepresentable & SendableMetatype,
    S: TypedSQL.Statement<V> & Sendable & SendableMetatype
  >(
    _ name: String,
    _ statement: S
  ) -> Entry where V.QueryOutput: Hashable & Sendable {
    one(
      name,
      watch: { [database] in
        FetchOne(
          wrappedValue: V.QueryOutput?.none,
          statement,
          database: database,
          delivery: .immediate
        )
      },
      truth: { try statement.fetchOne($0) }
    )
  }
}

extension WrittenCatalogue {
  private var tables: [Entry] {
    [
      table("items", WrittenItem.all, isOrdered: false),
      table("item 3", WrittenItem.find(3)),
      table("items of a list", WrittenItem.where { $0.list.eq(2) }.order { $0.id.desc() }),
      table("items by text", WrittenItem.order { ($0.t, $0.id) }),
      table("first items by text", WrittenItem.order { ($0.t.desc(), $0.id) }.limit(3)),
      table(
        "items of lists that are",
        WrittenItem.where { $0.list.in(WrittenList.select(\.id)) },
        isOrdered: false
      ),
      table("keywords", WrittenOrder.order(by: \.id)),
      table("some keywords", WrittenOrder.where { $0.source > 1 }.order { $0.id.desc() }),
      table("loose rows", WrittenLoose.all, isOrdered: false),
      table("rows of a view", WrittenNamed.order(by: \.id)),
      value("number of rows of a view", WrittenNamed.count()),
    ]
  }

  private var joins: [Entry] {
    [
      select(
        "items with lists",
        WrittenItem.join(WrittenList.all) { $0.list.eq($1.id) }.order { item, _ in item.id }
          .select { WrittenPair.Columns(item: $0, list: $1) }
      ),
      select(
        "items with any lists",
        WrittenItem.leftJoin(WrittenList.all) { $0.list.is($1.id) }
          .select { WrittenAnyPair.Columns(item: $0, list: $1) },
        isOrdered: false
      ),
    ]
  }

  private var groups: [Entry] {
    [
      select(
        "items by list",
        WrittenItem.group(by: \.list)
          .select { WrittenCount.Columns(key: $0.list, count: $0.id.count()) },
        isOrdered: false
      ),
      select(
        "orders by source",
        WrittenOrder.group(by: \.source)
          .select { WrittenCount.Columns(key: $0.source, count: $0.id.count()) },
        isOrdered: false
      ),
      select("lists of items", WrittenItem.select(\.list).distinct(), isOrdered: false),
      value("number of items", WrittenItem.where { $0.n > 1 }.count()),
      value("greatest order", WrittenOrder.select { $0.id.max() }),
      value("sum of items", WrittenItem.where { $0.list.eq(1) }.select { $0.id.sum() }),
    ]
  }

  private var requests: [Entry] {
    let ofList = WrittenRecord.filter(Column("list") == 2).order(Column("id").desc)
    let ofOrders = WrittenOrderRecord.filter(Column("from") > 1)
    return [
      records("records", WrittenRecord.order(Column("id"))),
      records("records of a list", ofList),
      records("first records", WrittenRecord.order(Column("t"), Column("id")).limit(3)),
      records("records of orders", WrittenOrderRecord.order(Column("group"))),
      records(
        "first records of orders",
        ofOrders.order(Column("select"), Column("group")).limit(2)
      ),
    ]
  }
}
