import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand
@testable import LiveSQLPostgres

/// The option `--decimal` of `livesql copy`: integers of a file that are `numeric` on the server.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopyDecimalTests {
  private let fixture: PostgresCopyFixture

  init() throws { fixture = try PostgresCopyFixture() }

  private func copyBack(_ options: String...) async -> ProgramRun {
    let path = fixture.files.path(of: "back.db")
    return await ProgramRun(list: ["copy", fixture.scratch.url, path, "--replace"] + options)
  }

  private func back(_ sql: String) throws -> [String] {
    let database = try DatabaseQueue(path: fixture.files.path(of: "back.db"))
    let texts = try database.read { db in try String.fetchAll(db, sql: sql) }
    try database.close()
    return texts
  }

  private static let items = """
    CREATE TABLE items (
      id INTEGER PRIMARY KEY, price INTEGER NOT NULL DEFAULT 250, rate INTEGER, CHECK (price <> 1),
      CHECK (id > 0)
    );
    INSERT INTO items VALUES (1, 1250, NULL), (2, -7, 12345), (3, 0, -1),
      (4, 9223372036854775807, 1);
    """

  @Test func `integers become decimal numbers, and the same integers again`() async throws {
    try fixture.fill(Self.items)
    let run = await fixture.copy("--decimal", "items.price=2", "--decimal", "Items.Rate=4")
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains("CHECK (price <> 1) is left out"))
    let types = try fixture.texts(
      """
      SELECT format_type(atttypid, atttypmod) FROM pg_attribute
      WHERE attrelid = 'items'::regclass AND attnum > 1 ORDER BY attnum
      """
    )
    #expect(types == ["numeric(19,2)", "numeric(19,4)"])
    let prices = try fixture.texts("SELECT price::text FROM items ORDER BY id")
    #expect(prices == ["12.50", "-0.07", "0.00", "92233720368547758.07"])
    let rates = try fixture.texts("SELECT rate::text FROM items WHERE id > 1 ORDER BY id")
    #expect(rates == ["1.2345", "-0.0001", "0.0001"])
    try fixture.prepare("INSERT INTO items (id) VALUES (5)")
    #expect(try fixture.texts("SELECT price::text FROM items WHERE id = 5") == ["2.50"])

    let returned = await copyBack("--decimal", "items.price=2", "--decimal", "items.rate=4")
    #expect(returned.code == .success, "\(returned.errors)")
    let rows = try back(
      "SELECT typeof(price) || ' ' || price || ' ' || coalesce(rate, '-') FROM items ORDER BY id"
    )
    #expect(
      rows == [
        "integer 1250 -", "integer -7 12345", "integer 0 -1", "integer 9223372036854775807 1",
        "integer 250 -",
      ]
    )
    let defaults = try back(
      "SELECT dflt_value FROM pragma_table_info('items') WHERE name = 'price'"
    )
    #expect(defaults == ["250"])
  }

  @Test func `an existing table may show more digits`() async throws {
    try fixture.fill(Self.items)
    try fixture.prepare(
      "CREATE TABLE items (id bigint PRIMARY KEY, price numeric(30, 4), rate bigint)"
    )
    let run = await fixture.copy("--decimal", "items.price=2")
    #expect(run.code == .success, "\(run.errors)")
    #expect(try fixture.texts("SELECT price::text FROM items WHERE id = 1") == ["12.5000"])
  }

  @Test func `a value that is no integer names its row`() async throws {
    try fixture.fill("\(Self.items) UPDATE items SET price = 12.5 WHERE id = 2")
    let run = await fixture.copy("--decimal", "items.price=2")
    #expect(run.code != .success)
    #expect(run.errors.contains("the row with id = 2"), "\(run.errors)")
    #expect(!run.errors.contains("12.5"))
  }

  @Test(arguments: ["12.505", "NaN", "1e18"])
  func `a number that does not fit names its row`(number: String) async throws {
    try fixture.prepare(
      """
      CREATE TABLE items (id bigint PRIMARY KEY, price numeric);
      INSERT INTO items VALUES (1, 12.500), (2, '\(number)')
      """
    )
    let run = await copyBack("--decimal", "items.price=2")
    #expect(run.code != .success)
    #expect(run.errors.contains("the row with id = 2"), "\(run.errors)")
    #expect(!run.errors.contains(number))
  }

  @Test func `unknown columns and other forms are refused`() async throws {
    try fixture.fill(Self.items)
    let unknown = await fixture.copy("--decimal", "items.cost=2")
    #expect(unknown.errors.contains("The file has no items.cost, which --decimal names."))
    for form in ["items.price", "items.price=19", "items.price=x", "price=2"] {
      #expect(await fixture.copy("--decimal", form).code == .usage)
    }
    try fixture.prepare("CREATE TABLE other (price text)")
    let text = await copyBack("--decimal", "other.price=2")
    #expect(text.errors.contains("no numeric column other.price"), "\(text.errors)")
  }

  @Test func `integers and decimal numbers are converted exactly`() throws {
    let cases: [(Int64, Int, String)] = [
      (5, 2, "0.05"), (-5, 2, "-0.05"), (0, 3, "0.000"), (1_000, 0, "1000"),
      (.min, 18, "-9.223372036854775808"),
    ]
    for (units, digits, text) in cases {
      let number = try #require(DecimalColumn.number(units, digits: digits))
      #expect(number.description == text)
      #expect(DecimalColumn.units(of: number, digits: digits) == units)
    }
  }
}
