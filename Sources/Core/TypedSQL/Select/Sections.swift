/// The expression that divides rows into sections and orders the sections, or the absence of one.
public struct _SectionTerm<Name: QueryRepresentable>: Sendable {
  let column: SelectedColumn?
  let order: QueryFragment
  /// The words after the expression in the order: ` DESC NULLS LAST`.
  let direction: QueryFragment

  private init(
    column: SelectedColumn?,
    order: QueryFragment,
    direction: QueryFragment = QueryFragment()
  ) {
    self.column = column
    self.order = order
    self.direction = direction
  }

  /// Creates sections named by an expression; those with small values come first.
  public init(_ expression: some QueryExpression<Name>) { self.init(named: expression) }

  /// Creates sections named by an expression of another type that is decoded as the name.
  init(named expression: some QueryExpression) {
    self.init(column: SelectedColumn(expression), order: expression.queryFragment)
  }

  /// Creates sections named by an expression, in the order of a term.
  init<Base: QueryExpression>(named term: _OrderingTerm<Base>) {
    self.init(
      column: SelectedColumn(term.base),
      order: term.queryFragment,
      direction: term.suffix
    )
  }

  /// No sections.
  static var none: Self { Self(column: nil, order: QueryFragment()) }

  /// Whether there are no sections.
  package var isNone: Bool { column == nil }
}

extension _SectionTerm where Name == String? {
  /// Creates sections named by text; those with small values come first.
  package init<E: QueryExpression>(text expression: E)
  where E.QueryValue: _OptionalPromotable<String?> { self.init(named: expression) }
}

/// A result builder for the expression that divides rows into sections, with `if` and `switch`.
///
/// ```swift
/// Reminder.all.fetchAll(db) { $0.priority.desc(nulls: .last) }
/// // SELECT …, "reminders"."priority" FROM "reminders"
/// // ORDER BY "reminders"."priority" DESC NULLS LAST
/// ```
@resultBuilder
public enum _SectionBuilder<Name: QueryRepresentable> {
  /// Builds sections from SQL, which gives `#sql("…")` its type.
  public static func buildExpression(_ expression: SQLQueryExpression<Name>) -> _SectionTerm<Name> {
    _SectionTerm(expression)
  }

  /// Builds sections from a column or another operand; those with small values come first.
  public static func buildExpression<Operand: _Operand>(
    _ operand: Operand
  ) -> _SectionTerm<Name> where Operand.QueryValue == Name { _SectionTerm(operand) }

  /// Builds sections from an expression; those with small values come first.
  @_disfavoredOverload  // A term is also an expression, without a value.
  public static func buildExpression(_ expression: some QueryExpression<Name>) -> _SectionTerm<Name>
  { _SectionTerm(expression) }

  /// Builds sections from an expression with a direction.
  public static func buildExpression<Base: QueryExpression>(
    _ term: _OrderingTerm<Base>
  ) -> _SectionTerm<Name> where Base.QueryValue == Name { _SectionTerm(named: term) }

  /// Builds the only part.
  public static func buildBlock(_ component: _SectionTerm<Name>) -> _SectionTerm<Name> {
    component
  }

  /// Builds the part for a condition that holds.
  public static func buildEither(first component: _SectionTerm<Name>) -> _SectionTerm<Name> {
    component
  }

  /// Builds the part for a condition that does not hold.
  public static func buildEither(second component: _SectionTerm<Name>) -> _SectionTerm<Name> {
    component
  }

  /// Builds a part that requires a newer system.
  public static func buildLimitedAvailability(
    _ component: _SectionTerm<Name>
  ) -> _SectionTerm<Name> { component }
}

// Rows that are in no section have no section name.
extension _SectionBuilder where Name: _OptionalProtocol {
  /// Builds no sections.
  public static func buildBlock() -> _SectionTerm<Name> { .none }

  /// Builds no sections from `nil`.
  @_disfavoredOverload
  public static func buildExpression(_ expression: Never?) -> _SectionTerm<Name> { .none }

  /// Builds a part that may be missing, in which case there are no sections.
  public static func buildOptional(_ component: _SectionTerm<Name>?) -> _SectionTerm<Name> {
    component ?? .none
  }
}

// Where the context does not say that the name is optional, it is not: these are disfavored.
extension _SectionBuilder where Name == String? {
  /// Builds sections from text that is never NULL.
  @_disfavoredOverload
  public static func buildExpression(
    _ expression: some QueryExpression<String>
  ) -> _SectionTerm<Name> { _SectionTerm(named: expression) }

  /// Builds sections from text that is never NULL, with a direction.
  @_disfavoredOverload
  public static func buildExpression<Base: QueryExpression>(
    _ term: _OrderingTerm<Base>
  ) -> _SectionTerm<Name> where Base.QueryValue == String { _SectionTerm(named: term) }
}

extension SelectStatement {
  /// Returns the statement with the rows of each section together and the section's name as last
  /// column.
  ///
  /// The order of sections precedes the statement's own order. A limit keeps the first rows in the
  /// statement's own order, and only these are divided. If there are no sections, the name is NULL.
  /// Other columns may follow the name: see ``hiddenColumnCount(sectionedBy:)``.
  package func query<Name>(sectionedBy section: _SectionTerm<Name>) -> QueryFragment {
    var divided = clauses(sectionedBy: section)
    let rows = divided.query(from: From.self)
    guard divided.limit != nil, section.column != nil, !rows.isEmpty else { return rows }
    if let ordering = divided.ordering(section) {
      divided.columns.append(SelectedColumn(selection: ordering))
    }
    return divided.namingLast.query(from: From.self).together(in: section.direction)
  }

  /// Returns the number of columns after the section's name, by which the sections are ordered.
  ///
  /// It is 1 for a limited statement if the name is selected in another form than it is stored in,
  /// such as the text of binary JSON.
  package func hiddenColumnCount<Name>(sectionedBy section: _SectionTerm<Name>) -> Int {
    clauses(sectionedBy: section).ordering(section) == nil ? 0 : 1
  }

  /// Returns the statement that the parts are of: with a limit, its rows are in the statement's own
  /// order.
  package func rows<Name>(sectionedBy section: _SectionTerm<Name>) -> QueryFragment {
    clauses(sectionedBy: section).query(from: From.self)
  }

  /// Returns the order of the sections, if the parts' rows are not in that order.
  package func orderOfSections<Name>(by section: _SectionTerm<Name>) -> QueryFragment? {
    let isLimited = clauses(sectionedBy: section).limit != nil
    return isLimited && section.column != nil ? section.order : nil
  }

  /// Returns the parts of the statement of the rows.
  package func parts<Name>(sectionedBy section: _SectionTerm<Name>) -> SelectParts {
    SelectParts(clauses(sectionedBy: section), from: From.self)
  }

  private func clauses<Name>(sectionedBy section: _SectionTerm<Name>) -> _SelectClauses {
    var clauses = asSelect().clauses.scoped(by: From.self)
    if section.column != nil, clauses.limit == nil { clauses.order.insert(section.order, at: 0) }
    return clauses.selecting(section.column ?? SelectedColumn(selection: "NULL"), of: From.self)
  }
}

extension QueryFragment {
  /// The name of the column with the names of sections.
  fileprivate static let sectionName = "livesql_section"

  /// Returns the rows of a statement, with those of each section together.
  ///
  /// Within a section, they stay in the statement's order.
  fileprivate func together(in direction: QueryFragment) -> QueryFragment {
    var query = QueryFragment()
    query.append(sql: "SELECT *")
    query.appendLineOrSpace()
    query.append(sql: "FROM ")
    query.append(parenthesized: self)
    query.append(sql: " AS ")
    query.append(identifier: "livesql_rows")
    query.appendLineOrSpace()
    query.append(sql: MarkedSQL.orderClause)
    query.append(identifier: Self.sectionName)
    query.append(direction)
    query.append(sql: ", row_number() OVER ()")
    return query
  }
}

extension _SelectClauses {
  /// The clauses with a name for the last column.
  fileprivate var namingLast: Self {
    var clauses = self
    guard var last = columns.last else { return self }
    last.selection.append(sql: " AS ")
    last.selection.append(identifier: QueryFragment.sectionName)
    clauses.columns[columns.count - 1] = last
    return clauses
  }
}

extension _SelectClauses {
  /// Returns the expression that orders the sections of limited rows, if the name itself does not.
  ///
  /// Distinct rows have only their own columns.
  fileprivate func ordering<Name>(_ section: _SectionTerm<Name>) -> QueryFragment? {
    limit == nil || distinct ? nil : section.column?.plain
  }

  /// Returns the clauses with one more column.
  fileprivate func selecting<From: Table>(_ last: SelectedColumn, of table: From.Type) -> Self {
    var clauses = self
    if columns.isEmpty { clauses.columns = [SelectedColumn(selection: selectList(of: table))] }
    clauses.columns.append(last)
    return clauses
  }
}

extension SelectedColumn {
  fileprivate init(selection: QueryFragment) { self.selection = selection }
}
