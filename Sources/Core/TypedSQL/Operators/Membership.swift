extension QueryExpression where QueryValue: _OptionalPromotable {
  /// Returns whether the expression is one of several: `("reminders"."priority") IN ((1), (2))`.
  ///
  /// There may be any number of elements. More than a few hundred are bound as one value, so
  /// neither SQLite's limit on placeholders nor the time to parse the SQL gets in the way:
  ///
  /// ```swift
  /// Reminder.where { $0.id.in(ids) }
  /// // … WHERE (("reminders"."id") IN (SELECT "value" FROM json_each('[1,2,…]')))
  /// ```
  public func `in`<S: Sequence>(_ elements: S) -> SQLQueryExpression<Bool>
  where
    S.Element: QueryExpression, S.Element.QueryValue: _OptionalPromotable,
    S.Element.QueryValue._Optionalized == QueryValue._Optionalized
  {
    SQLQueryExpression(
      .membership(of: self, in: elements.lazy.map(\.queryFragment), isMember: true)
    )
  }

  /// Returns whether the expression is not among several:
  /// `("reminders"."priority") NOT IN ((1), (2))`.
  public func notIn<S: Sequence>(_ elements: S) -> SQLQueryExpression<Bool>
  where
    S.Element: QueryExpression, S.Element.QueryValue: _OptionalPromotable,
    S.Element.QueryValue._Optionalized == QueryValue._Optionalized
  {
    SQLQueryExpression(
      .membership(of: self, in: elements.lazy.map(\.queryFragment), isMember: false)
    )
  }

  /// Returns whether the expression is in the result of a statement:
  /// `("reminders"."id") IN (SELECT …)`.
  public func `in`<S: Statement>(_ query: S) -> SQLQueryExpression<Bool>
  where
    S.QueryValue: _OptionalPromotable, S.QueryValue._Optionalized == QueryValue._Optionalized
  { SQLQueryExpression(.membership(of: self, in: query, isMember: true)) }

  /// Returns whether the expression is not in the result of a statement:
  /// `("reminders"."id") NOT IN (SELECT …)`.
  ///
  /// If the result contains a NULL, the condition is NULL instead of true.
  public func notIn<S: Statement>(_ query: S) -> SQLQueryExpression<Bool>
  where
    S.QueryValue: _OptionalPromotable, S.QueryValue._Optionalized == QueryValue._Optionalized
  { SQLQueryExpression(.membership(of: self, in: query, isMember: false)) }

  /// Returns whether the expression is between two others, inclusive:
  /// `"reminders"."id" BETWEEN 1 AND 10`.
  public func between<Lower: QueryExpression, Upper: QueryExpression>(
    _ lowerBound: Lower,
    and upperBound: Upper
  ) -> SQLQueryExpression<Bool>
  where
    Lower.QueryValue: _OptionalPromotable, Upper.QueryValue: _OptionalPromotable,
    Lower.QueryValue._Optionalized == QueryValue._Optionalized,
    Upper.QueryValue._Optionalized == QueryValue._Optionalized
  {
    SQLQueryExpression(
      .between(queryFragment, lowerBound.queryFragment, upperBound.queryFragment)
    )
  }
}

// Plain values, bound in the form in which the expression stores them.
extension _Operand where QueryValue: QueryRepresentable & QueryExpression {
  /// Returns whether the expression is one of several values:
  /// `("reminders"."priority") IN ((1), (2))`.
  @_disfavoredOverload
  public func `in`(_ elements: [QueryValue.QueryOutput]) -> SQLQueryExpression<Bool> {
    let values = elements.lazy.map { QueryValue(queryOutput: $0).queryFragment }
    return SQLQueryExpression(.membership(of: self, in: values, isMember: true))
  }

  /// Returns whether the expression is not among several values:
  /// `("reminders"."priority") NOT IN ((1), (2))`.
  @_disfavoredOverload
  public func notIn(_ elements: [QueryValue.QueryOutput]) -> SQLQueryExpression<Bool> {
    let values = elements.lazy.map { QueryValue(queryOutput: $0).queryFragment }
    return SQLQueryExpression(.membership(of: self, in: values, isMember: false))
  }

  /// Returns whether the expression is between two values, inclusive.
  @_disfavoredOverload
  public func between(
    _ lowerBound: QueryValue.QueryOutput,
    and upperBound: QueryValue.QueryOutput
  ) -> SQLQueryExpression<Bool> {
    let (lower, upper) = (
      QueryValue(queryOutput: lowerBound), QueryValue(queryOutput: upperBound)
    )
    return SQLQueryExpression(.between(queryFragment, lower.queryFragment, upper.queryFragment))
  }
}

extension Sequence where Element: QueryExpression, Element.QueryValue: _OptionalPromotable {
  /// Returns whether an expression is one of the elements: `("reminders"."id") IN ((1), (2))`.
  public func contains<Member: _Operand>(_ element: Member) -> SQLQueryExpression<Bool>
  where
    Member.QueryValue: _OptionalPromotable,
    Member.QueryValue._Optionalized == Element.QueryValue._Optionalized
  { element.in(self) }
}

// For literals such as `[.low, .high]`, whose type only the column tells.
extension Sequence where Element: QueryBindable & RawRepresentable, Element.QueryValue == Element {
  /// Returns whether a column has one of the values: `("reminders"."priority") IN ((1), (3))`.
  public func contains<Root>(_ element: TableColumn<Root, Element>) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(.membership(of: element, in: lazy.map(\.queryFragment), isMember: true))
  }

  /// Returns whether a column that may be NULL has one of the values.
  public func contains<Root>(_ element: TableColumn<Root, Element?>) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(.membership(of: element, in: lazy.map(\.queryFragment), isMember: true))
  }
}

extension ClosedRange where Bound: QueryBindable {
  /// Returns whether an expression is in the range: `"reminders"."id" BETWEEN 1 AND 10`.
  public func contains<Member: _Operand>(_ element: Member) -> SQLQueryExpression<Bool>
  where Member.QueryValue: _OptionalPromotable<Bound.QueryValue._Optionalized> {
    SQLQueryExpression(
      .between(element.queryFragment, lowerBound.queryFragment, upperBound.queryFragment)
    )
  }
}

extension Range where Bound: QueryBindable {
  /// Returns whether an expression is in the range: `(("t"."x") >= (1)) AND (("t"."x") < (10))`.
  public func contains<Member: _Operand>(_ element: Member) -> SQLQueryExpression<Bool>
  where Member.QueryValue: _OptionalPromotable<Bound.QueryValue._Optionalized> {
    let fragment = element.queryFragment
    return SQLQueryExpression(
      fragment.operated(" >= ", with: lowerBound.queryFragment)
        .operated(" AND ", with: fragment.operated(" < ", with: upperBound.queryFragment))
    )
  }
}

extension Statement where QueryValue: _OptionalPromotable {
  // The result of an operator or a function is a text that contains others, and not a statement. So
  // this overload is disfavored.
  /// Returns whether an expression is in the statement's result:
  /// `("reminders"."id") IN (SELECT …)`.
  @_disfavoredOverload
  public func contains<Member: QueryExpression>(_ element: Member) -> SQLQueryExpression<Bool>
  where
    Member.QueryValue: _OptionalPromotable,
    Member.QueryValue._Optionalized == QueryValue._Optionalized
  { element.in(self) }
}

extension QueryFragment {
  /// Returns `x BETWEEN a AND b`.
  static func between(_ x: QueryFragment, _ lower: QueryFragment, _ upper: QueryFragment) -> Self {
    var fragment = x
    fragment.append(sql: " BETWEEN ")
    fragment.append(lower)
    fragment.append(sql: " AND ")
    fragment.append(upper)
    return fragment
  }

  /// Returns `(x) IN (SELECT …)`.
  static func membership(
    of element: some QueryExpression,
    in query: some Statement,
    isMember: Bool
  ) -> QueryFragment {
    var fragment = element.queryFragment.beginningMembership(isMember)
    let subquery = query.query
    guard !subquery.isEmpty else {
      fragment.append(sql: "()")
      return fragment
    }
    fragment.append(scope: subquery)
    return fragment
  }

  /// Returns `(x) IN ((1), (2))`, or its equivalent with one bound value.
  static func membership(
    of element: some QueryExpression,
    in values: some Sequence<QueryFragment>,
    isMember: Bool
  ) -> QueryFragment {
    var fragment = element.queryFragment.beginningMembership(isMember)
    let values = Array(values)
    if values.count > MemberList.limit, let list = MemberList(values) {
      fragment.append(list.subquery)
      return fragment
    }
    fragment.append(sql: "(")
    for (index, value) in values.enumerated() {
      if index > 0 { fragment.append(sql: ", ") }
      fragment.append(parenthesized: value)
    }
    fragment.append(sql: ")")
    return fragment
  }

  /// Returns `(x) IN ((1), (2))`, or its equivalent with one bound value.
  package static func membership(of element: QueryFragment, in values: [QueryFragment])
    -> QueryFragment
  { membership(of: SQLQueryExpression<Never>(element), in: values, isMember: true) }

  private func beginningMembership(_ isMember: Bool) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(parenthesized: self)
    fragment.append(sql: isMember ? SQLOperator.in.sql : SQLOperator.notIn.sql)
    return fragment
  }
}
