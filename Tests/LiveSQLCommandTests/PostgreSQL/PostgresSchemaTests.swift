import PostgreSQLTestSupport
import Terminal
import Testing

@testable import LiveSQLCommand

/// The commands `livesql schema` and `livesql explain` on PostgreSQL.
@Suite(.requiresPostgres) struct PostgresSchemaTests {
  private let scratch: PostgresScratchDatabase

  init() throws { scratch = try .shop() }

  @Test func `the overview lists tables, views and enumerations`() async {
    let run = await scratch.run("schema")
    #expect(
      run.output == """
        customers (id, name)
        notes (body)
        orders (id, customer_id, paid, total, data, number, at, mood, photo, tags)
        paid_orders view (id)
        mood enum (sad, happy)

        """
    )
  }

  @Test func `a table is shown with its columns, indexes and foreign keys`() async {
    let run = await scratch.run("schema", "orders")
    #expect(run.output.contains("  id bigint  primary key  not null\n"))
    #expect(run.output.contains("  orders_by_customer (customer_id)\n"))
    #expect(run.output.contains("  (customer_id) → customers (id)  on delete cascade\n"))
    let json = await scratch.run("schema", "public.customers", "--json")
    #expect(json.code == .failure, "A table in `public` is named without its schema.")
    let customers = await scratch.run("schema", "customers", "--json")
    #expect(customers.output.contains(#""primaryKey": ["id"]"#), "\(customers.output)")
    let missing = await scratch.run("schema", "nowhere")
    #expect(missing.errors.contains("There is no table or view named nowhere."))
  }

  @Test func `a plan of more rows than an integer holds is shown`() async throws {
    let series = ["a", "b", "c"].map { "generate_series(1, 10000000) \($0)" }
    let run = await scratch.run("explain", "SELECT 1 FROM " + series.joined(separator: ", "))
    #expect(run.output.contains(" · 1e+21 rows"), "\(run.output)\(run.errors)")
  }

  @Test func `a plan is shown as a tree, with what a live query would do`() async throws {
    let sql = "SELECT * FROM orders JOIN customers c ON c.id = customer_id WHERE orders.id = $1"
    let run = await scratch.run("explain", sql)
    #expect(run.output.contains("Index Scan on orders by orders_pkey  where (orders.id = $1)"))
    #expect(run.output.contains("A live query follows commits to customers, orders."))
    #expect(run.output.contains("Changes of customers, orders are not published yet"))
    let scan = await scratch.run("explain", "SELECT * FROM notes WHERE body = 'x'")
    #expect(scan.output.contains("Seq Scan on notes"))
    #expect(scan.output.contains("← reads the whole table"))
    let json = await scratch.run("explain", sql, "-p", "1=1", "--json")
    #expect(json.output.contains("orders.id = '1'::bigint"))
    let wrong = await scratch.run("explain", "SELECT nam FROM customers")
    #expect(wrong.errors.contains("\n  SELECT nam FROM customers\n         ^\n"), "\(wrong.errors)")
    let delete = await scratch.run("explain", "DELETE FROM orders")
    #expect(delete.output.hasPrefix("Delete on orders"))
    #expect(!delete.output.contains("live query"))
  }

  @Test func `the plan of a live query is shown once its tables are published`() async throws {
    #expect(await ProgramRun(list: ["postgres", "setup", scratch.url, "--yes"]).code == .success)
    let patched = await scratch.run("explain", "SELECT * FROM customers ORDER BY name")
    #expect(patched.output.contains("commits to customers. Its plan: ordered patch."), "\(patched)")
    let joined =
      "SELECT * FROM orders JOIN customers c ON c.id = customer_id WHERE orders.id = $1"
    #expect(await scratch.run("explain", joined).output.contains("give each parameter a value"))
    let withValue = await scratch.run("explain", joined, "-p", "1=1")
    #expect(withValue.output.contains("Its plan: join by touched keys."), "\(withValue)")
    let random = await scratch.run("explain", "SELECT random() FROM customers", "--json")
    #expect(random.output.contains(#""plan": "run again: "#), "\(random.output)")
  }
}
