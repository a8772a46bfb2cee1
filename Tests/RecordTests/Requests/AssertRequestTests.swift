import LiveSQL
import LiveSQLTestSupport
import Testing

/// Expectations of requests for records.
@Suite struct AssertRequestTests {
  typealias Item = Groceries.Item
  typealias Columns = Groceries.Item.Columns

  let database: DatabaseQueue

  init() throws { database = try Groceries.database() }

  @Test func `the SQL and the records of a request are compared`() {
    assertQuery(Item.filter(Columns.quantity > 2).order(Columns.name), database: database) {
      """
      SELECT * FROM "item"
      WHERE (("item"."quantity") > (2))
      ORDER BY "item"."name"
      """
    } results: {
      """
      ┌────────────────────┐
      │ Groceries.Item(    │
      │   id: 3,           │
      │   name: "Apples",  │
      │   quantity: 6      │
      │ )                  │
      ├────────────────────┤
      │ Groceries.Item(    │
      │   id: 5,           │
      │   name: "bananas", │
      │   quantity: 6      │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `values and rows are drawn as values`() {
    let names = Item.all().select(Columns.name, as: String.self).order(Columns.id).limit(1)
    assertQuery(
      names,
      database: database,
      results: {
        """
        ┌────────┐
        │ "Milk" │
        └────────┘
        """
      }
    )
    let rows = SQLRequest<Row>(sql: "SELECT id, name, quantity FROM item WHERE id IN (1, 4)")
    assertQuery(rows, database: database) {
      """
      ┌───┬────────┬─────┐
      │ 1 │ "Milk" │ 2   │
      │ 4 │ "Salt" │ nil │
      └───┴────────┴─────┘
      """
    }
  }

  @Test func `a request without rows, and one that fails, have their texts`() {
    assertQuery(Item.filter(Columns.name == "Soap"), database: database) { "(No results)" }
    assertQuery(Item.none(), database: database) {
      ""
    } results: {
      "(No results)"
    }
  }

  @Test func `another result is an issue that shows both`() {
    withKnownIssue {
      assertQuery(Item.filter(Columns.id == 1), database: database) { "(No results)" }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Milk") }
    }
  }
}
