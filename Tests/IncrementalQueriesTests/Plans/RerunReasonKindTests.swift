import IncrementalQueries
import Testing

/// The texts of all reasons why a query runs again.
@Suite struct RerunReasonKindTests {
  typealias Text = (reason: LivePlan.Reason, text: String)

  static let texts: [Text] = [
    (
      .text,
      """
      its SQL text is not a plain SELECT from tables; write one SELECT, or several combined by UNION, without VALUES, \
      WINDOW or a recursive WITH
      """
    ),
    (
      .closure,
      """
      a closure reads it, and how the closure uses the rows is not known; fetch the rows by a statement, with @FetchAll \
      or @FetchOne
      """
    ),
    (
      .association("books"),
      """
      the rows of books that belong to a row depend on more than column values; fetch books by a query of their own
      """
    ),
    (.noRows, "it is known to have no rows"),
    (.distinct, "DISTINCT removes rows that its columns cannot identify"),
    (.unknownText, "a part of its SQL text could not be parsed"),
    (
      .unorderedLimit,
      "it has a LIMIT without an ORDER BY, and is not read by its keys; add an ORDER BY"
    ),
    (.subquery, "it reads a subquery, a view or a WITH that cannot be expanded"),
    (
      .window,
      """
      it has a window function over all rows, or window functions with different partitions; give all window functions \
      one PARTITION BY, on one table
      """
    ),
    (.volatile("the time"), "the time changes without a write"),
    (.noKey("words"), "the rows of words have no key that identifies them"),
    (
      .outerJoin,
      """
      it combines the rows of an outer join in a way that is not patched; write a LEFT JOIN, and a UNION ALL of the \
      other table's rows without a partner
      """
    ),
    (.unknownOrder, "its order is not known"),
    (
      .groupCollation("slugs"),
      """
      its groups are compared by the collation slugs; group by a key, or by a column with the collation BINARY, NOCASE \
      or RTRIM
      """
    ),
    (
      .unknownLimit,
      """
      its LIMIT or OFFSET is not a number, or limits an aggregate; bind an integer, or leave the LIMIT of an aggregate \
      out
      """
    ),
    (.repeatedKey, "two of its rows have the same key"),
    (
      .undecodableRow,
      """
      a row beyond its LIMIT cannot be decoded; leave such rows out in WHERE, or make the property optional
      """
    ),
    (
      .failingRow,
      """
      a row that it does not show fails to be evaluated; guard what fails, as in CASE WHEN json_valid(x) THEN \
      json_extract(x, '$.a') END
      """
    ),
    (
      .manyColumns,
      "it has so many columns that none is left in which a key could be read; select fewer columns"
    ),
    (
      .manyLinks,
      """
      a subquery or a join links or compares many more rows than its tables have; compare with =, \
      not with <
      """
    ),
    (
      .polled(every: .milliseconds(20), since: "it is a standby"),
      "the database is polled every 20 ms, because it is a standby"
    ),
  ]

  @Test func `each kind has a text, and what helps in most cases`() {
    for (reason, text) in Self.texts {
      #expect(reason.description == text)
      #expect(LivePlan.rerun(reason).description == "run again: " + text)
    }
  }

  @Test func `a part and its own advice are added`() {
    let named = LivePlan.Reason.subquery.at("“counted”", instead: "group in the statement")
    #expect(
      named.description
        == """
        it reads a subquery, a view or a WITH that cannot be expanded: “counted”; group in the statement
        """
    )
    #expect(LivePlan.Reason.unorderedLimit.at("LIMIT 3").advice == "add an ORDER BY")
  }

  @Test func `reasons of one kind are equal, whatever their parts`() {
    #expect(LivePlan.Reason.subquery.at("a") == .subquery.at("b", instead: "c"))
    #expect(LivePlan.rerun(.subquery.at("a")) == .rerun(.subquery))
    #expect(LivePlan.Reason.noKey("a") != .noKey("b"))
    #expect(Set([LivePlan.Reason.window, .window.at("a"), .distinct]).count == 2)
    let isWindow = if case .rerun(.window) = LivePlan.rerun(.window.at("a")) { true } else { false }
    #expect(isWindow)
  }
}
