public import DatabaseQueries
public import SQLiteDatabase
public import TypedSQL

extension FetchAll {
  /// The rows in sections, as `sectionBy:` says; without it, one section whose name is `nil`.
  ///
  /// ```swift
  /// @FetchAll(Reminder.order(by: \.title), sectionBy: \.category) var reminders
  /// // SELECT …, "reminders"."category" FROM "reminders"
  /// // ORDER BY "reminders"."category", "reminders"."title"
  ///
  /// ForEach($reminders.sections) { section in
  ///   Section(section.name ?? "No category") {
  ///     ForEach(section) { reminder in Text(reminder.title) }
  ///   }
  /// }
  /// ```
  ///
  /// All of it is of one moment, and the rows come in the same order as in the property itself. The sections come in the order
  /// of what names them, and then the rows of each in the order of the statement. Reading it is observed as reading the rows
  /// is.
  public var sections: ResultsSectionCollection<Element, String?> {
    let reading = fetched.reading
    let layout = reading.sections ?? SectionLayout(all: reading.value.count, name: nil)
    return ResultsSectionCollection(reading.value, layout)
  }
}

extension FetchAll {
  /// Fetches a table, or its default scope, in sections named by a column.
  public init<Name: QueryExpression>(
    wrappedValue: [Element] = [],
    sectionBy name: KeyPath<Element.TableColumns, Name>,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  )
  where
    Element: Table, Element.QueryOutput == Element, Name.QueryValue: _OptionalPromotable<String?>
  {
    let request = LiveRequest.all(
      Element.all.asSelect(),
      sectionedBy: _SectionTerm(text: Element.columns[keyPath: name]),
      as: Element.self
    )
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches a table, or its default scope, in sections named by an expression.
  public init(
    wrappedValue: [Element] = [],
    @_SectionBuilder<String?> sectionBy section: (Element.TableColumns) -> _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where Element: Table, Element.QueryOutput == Element {
    let request = LiveRequest.all(
      Element.all.asSelect(),
      sectionedBy: section(Element.columns),
      as: Element.self
    )
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }
}

extension FetchAll {
  /// Fetches the rows of a table that a query selects, in sections named by a column.
  public init<S: SelectStatement, Name: QueryExpression>(
    wrappedValue: [Element] = [],
    _ statement: S,
    sectionBy name: KeyPath<S.From.TableColumns, Name>,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  )
  where
    S.QueryValue == (), S.Joins == (), S.From.QueryOutput == Element,
    Name.QueryValue: _OptionalPromotable<String?>
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: _SectionTerm(text: S.From.columns[keyPath: name]),
      as: S.From.self
    )
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches the rows of a table that a query selects, in sections named by an expression.
  ///
  /// ```swift
  /// @FetchAll(Reminder.order(by: \.title), sectionBy: { $0.category.desc(nulls: .last) }) var reminders
  /// // SELECT …, "reminders"."category" FROM "reminders"
  /// // ORDER BY "reminders"."category" DESC NULLS LAST, "reminders"."title"
  /// ```
  ///
  /// The closure may have `if` and `switch`; where it gives `nil`, there are no sections.
  public init<S: SelectStatement>(
    wrappedValue: [Element] = [],
    _ statement: S,
    @_SectionBuilder<String?> sectionBy section: (S.From.TableColumns) -> _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  ) where S.QueryValue == (), S.Joins == (), S.From.QueryOutput == Element {
    let request = LiveRequest.all(statement, sectionedBy: section(S.From.columns), as: S.From.self)
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }
}

extension FetchAll {
  /// Fetches what a query selects, in sections named by a column of its first table.
  public init<S: SelectStatement, Name: QueryExpression>(
    wrappedValue: [Element] = [],
    _ statement: S,
    sectionBy name: KeyPath<S.From.TableColumns, Name>,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  )
  where
    S.QueryValue: QueryRepresentable & SendableMetatype, S.QueryValue.QueryOutput == Element,
    Name.QueryValue: _OptionalPromotable<String?>
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: _SectionTerm(text: S.From.columns[keyPath: name]),
      as: S.QueryValue.self
    )
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches what a query selects, in sections named by an expression.
  public init<S: SelectStatement>(
    wrappedValue: [Element] = [],
    _ statement: S,
    @_SectionBuilder<String?> sectionBy section: (S.From.TableColumns) -> _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  )
  where
    S.QueryValue: QueryRepresentable & SendableMetatype, S.QueryValue.QueryOutput == Element,
    S.Joins == ()
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: section(S.From.columns),
      as: S.QueryValue.self
    )
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches what a query selects, in sections named by an expression of either of its tables.
  public init<S: SelectStatement>(
    wrappedValue: [Element] = [],
    _ statement: S,
    @_SectionBuilder<String?> sectionBy section: (S.From.TableColumns, S.Joins.TableColumns) ->
      _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  )
  where
    S.QueryValue: QueryRepresentable & SendableMetatype, S.QueryValue.QueryOutput == Element,
    S.Joins: Table
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: section(S.From.columns, S.Joins.columns),
      as: S.QueryValue.self
    )
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }

  /// Fetches what a query selects, in sections named by an expression of any of its tables.
  public init<S: SelectStatement, J1: Table, J2: Table, each J3: Table>(
    wrappedValue: [Element] = [],
    _ statement: S,
    @_SectionBuilder<String?> sectionBy section: (
      S.From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> _SectionTerm<String?>,
    database: (any DatabaseReader)? = nil,
    connection: (any DatabaseReader)? = nil,
    delivery: FetchDelivery = .automatic,
    animation: FetchAnimation? = nil
  )
  where
    S.QueryValue: QueryRepresentable & SendableMetatype, S.QueryValue.QueryOutput == Element,
    S.Joins == (J1, J2, repeat each J3)
  {
    let request = LiveRequest.all(
      statement,
      sectionedBy: section(S.From.columns, J1.columns, J2.columns, repeat (each J3).columns),
      as: S.QueryValue.self
    )
    self.init(wrappedValue, request, database ?? connection, delivery.animated(animation))
  }
}
