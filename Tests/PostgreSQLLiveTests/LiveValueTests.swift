import DatabaseTypes
import IncrementalQueries
import Testing
import TypedSQL

@testable import PostgreSQL
@testable import PostgreSQLLive

@Suite struct LiveValueTests {
  @Test func `floating-point numbers are in the server's order, NaN last, and both zeros one`() {
    let numbers: [Double] = [
      -.infinity, -1e300, -2, -1e-300, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 1.5, 2,
      1e300, .infinity, .nan,
    ]
    let bits = numbers.map(\.orderedBits)
    #expect(bits == bits.sorted())
    #expect(Set(bits).count == bits.count)
    #expect((-0.0).orderedBits == 0.0.orderedBits)
    #expect(
      numbers.map { Double(orderedBits: $0.orderedBits).bitPattern } == numbers.map(\.bitPattern)
    )
  }

  @Test func `a key's value is bound as the same parameter`() {
    let values: [(PostgresValue, PostgresType.Kind)] = [
      (.timestamptz(.infinity), .timestamptz), (.date(PostgresDate(days: -1)), .date),
      (.double(2.5), .float8), (.integer(7), .int4), (.text("a"), .text),
    ]
    for (value, kind) in values {
      #expect(value.liveValue.parameter(PostgresType(oid: 0, kind: kind)) == value)
    }
  }

  @Test func `comparisons with NULL can use an index`() {
    let query =
      QueryFragment("SELECT ' = $1' FROM t WHERE a") + " = \(QueryBinding.parameter(1))"
      + " AND b = \(QueryBinding.text("x"))" + " AND c = \(QueryBinding.parameter(2))"
    #expect(
      StatementText(query).sql == "SELECT ' = $1' FROM t WHERE a = $1 AND b = $2 AND c = $3"
    )
    let text = StatementText(query, nulls: 0b10)
    #expect(text.sql == "SELECT ' = $1' FROM t WHERE a = $1 AND b = $2 AND c IS NULL")
    #expect(text.bindings == [.parameter(1), .text("x")])
    #expect(StatementText(query, nulls: 0b01).bindings == [.text("x"), .parameter(2)])
  }

  @Test(arguments: [
    TermOrder(type: "numeric", collation: nil, hasEqualSpellings: false),
    TermOrder(type: "text", collation: "\"de-x-icu\"", hasEqualSpellings: false),
    TermOrder(type: "text", collation: "s.\"no case\"", hasEqualSpellings: true),
  ])
  func `the server's order is read back from its name`(order: TermOrder) {
    #expect(TermOrder(name: order.name) == order)
  }
}
