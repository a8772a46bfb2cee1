import Testing

@testable import TypedSQL

/// Terms of an order, which may be SQL text.
@Suite struct OrderTermTests {
  @Test(
    arguments: [
      ("a", "a", nil, nil), ("a ASC", "a", .ascending, nil), ("a desc", "a", .descending, nil),
      ("a\tDESC\r\n", "a", .descending, nil), ("f(a)DESC", "f(a)", .descending, nil),
      ("a NULLS FIRST", "a", nil, true), ("a Desc  Nulls\nLast", "a", .descending, false),
      ("a /* b */ DESC -- c", "a", .descending, nil), ("a -- b\nDESC", "a", .descending, nil),
      ("a || 'x DESC'", "a || 'x DESC'", nil, nil), ("\"a desc\"", "\"a desc\"", nil, nil),
      ("a /* DESC */", "a /* DESC */", nil, nil), ("desc", "desc", nil, nil),
      ("t.desc", "t.desc", nil, nil), ("t.desc DESC", "t.desc", .descending, nil),
      ("t.\"first\" NULLS LAST", "t.\"first\"", nil, false), ("adesc", "adesc", nil, nil),
      ("E'\\' DESC'", "E'\\' DESC'", nil, nil), ("E'\\'' DESC", "E'\\''", .descending, nil),
      ("$$ it's $$ DESC", "$$ it's $$", .descending, nil), ("[a desc]", "[a desc]", nil, nil),
      ("a /* /* b */ */ DESC", "a /* /* b */ */", .descending, nil), ("", "", nil, nil),
    ] as [(String, String, OrderDirection?, Bool?)]
  )
  func `the direction is read from the last words`(
    text: String,
    expression: String,
    direction: OrderDirection?,
    nullsFirst: Bool?
  ) {
    let term = OrderTerm(QueryFragment(text))
    #expect(term.expression == QueryFragment(expression))
    #expect(term.direction == direction)
    #expect(term.nullsFirst == nullsFirst)
    #expect(term.written == QueryFragment(text))
  }

  @Test func `the expression of a typed term is the one that was ordered by`() {
    let column = SQLQueryExpression<String>(QueryFragment(quote: "a desc"))
    let fragment = column.queryFragment
    for nulls in [nil, NullOrdering.first, .last] {
      #expect(OrderTerm(column.asc(nulls: nulls).queryFragment).expression == fragment)
      let term = OrderTerm(column.desc(nulls: nulls).queryFragment)
      #expect(term.expression == fragment)
      #expect(term.isDescending)
      #expect(term.nullsFirst == nulls.map { $0 == .first })
    }
  }

  @Test(arguments: [
    ("a, b", true), ("f(a, b)", false), ("\"a, b\"", false), ("'a, b' DESC", false),
    ("[a, b]", false), ("E'\\'' || x[1, 2]", false), ("(a), (b)", true),
  ])
  func `several terms have a comma outside parentheses`(text: String, areSeveral: Bool) {
    #expect(QueryFragment(text).hasSeveralItems == areSeveral)
  }
}
