import LiveSQLTestSupport
import TestSockets

/// A generator of requests to a studio's routes: mostly valid HTTP, with bodies and queries that
/// are nearly what the routes expect.
struct StudioRequestMaker {
  private enum Shape: Sendable {
    case name, text, number, cell, cells, sql, any
    indirect case list(Shape)
    case object([(String, Shape)])
  }

  private static let grid: [(String, Shape)] = [
    ("subscription", .name), ("table", .name), ("schema", .name), ("columns", .list(.name)),
    ("filters", .list(filter)), ("search", .text),
    ("sort", .list(.object([("column", .name), ("descending", .any)]))), ("first", .number),
    ("count", .number), ("request", .number),
  ]
  private static let filter = Shape.object([
    ("column", .name), ("operator", .name), ("value", .cell), ("enabled", .any),
  ])
  private static let change = Shape.object([
    ("kind", .name), ("schema", .name), ("table", .name), ("key", .cells), ("column", .name),
    ("was", .cell), ("value", .cell), ("values", .object([("title", .cell), ("id", .cell)])),
  ])
  private static let statements: [(String, Shape)] = [
    ("subscription", .name), ("sql", .sql), ("live", .any), ("limit", .number),
    ("request", .number),
  ]
  private static let changes = Shape.object([("changes", .list(change))])

  private static let posts: [(path: String, body: Shape)] = [
    ("/api/tabs/TAB/grid", .object(grid)), ("/api/tabs/TAB/grid", .object(grid)),
    ("/api/tabs/TAB/sql", .object(statements)), ("/api/tabs/TAB/sql", .object(statements)),
    ("/api/tabs/TAB/commits", .object([("subscription", .name), ("request", .number)])),
    ("/api/tabs/TAB/close", .object([("subscription", .name), ("request", .number)])),
    ("/api/cancel", .object([("tab", .name), ("subscription", .name), ("request", .number)])),
    ("/api/edits/preview", changes), ("/api/edits", changes),
    ("/api/undo", .object([("undo", .name)])), ("/api/plan", .object([("sql", .sql)])),
    (
      "/api/exports",
      .object([("grid", .object(grid)), ("sql", .sql), ("format", .name), ("safe", .any)])
    ),
  ]

  private static let queries: [(path: String, names: [String])] = [
    ("/", []), ("/main.js", []), ("/api/database", []), ("/api/swift", []), ("/exports/0123", []),
    ("/api/events", ["tab"]), ("/api/cell", ["table", "schema", "key", "column", "digest"]),
    ("/api/label", ["table", "schema", "prefix"]),
    ("/api/tabs/TAB/cell", ["subscription", "row", "column"]),
    ("/api/tabs/TAB/result", ["subscription", "statement", "row", "column", "at"]),
  ]

  private static let names = [
    "orders", "items", "views", "main", "temp", "id", "title", "1", "2", "3", "=", "in", "contains",
    "type", "update", "insert", "delete", "csv", "json", "u1", "", "\u{0}", "a\"b", "ä🙂",
  ]
  private static let numbers = [
    "0", "1", "7", "-1", "100000", "9223372036854775807", "-9223372036854775808", "1e400", "1.5",
    "18446744073709551616",
  ]
  private static let cells = [
    "null", "\"text\"", #"["i","1"]"#, #"["i","x"]"#, #"["r","1.5"]"#, #"["r","1,5"]"#,
    #"["b",2,"00ff"]"#, #"["b",9,"00ff"]"#, #"["t",700,"cut"]"#, #"["x",2,"c328"]"#, "[]", "[[]]",
    #"["h","t",3,"7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"]"#,
  ]
  private static let texts = [
    "SELECT * FROM orders", "SELECT 1; SELECT zeroblob(9000)", "DELETE FROM items WHERE id = 3",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
    "BEGIN; UPDATE orders SET title = 'x'", "ATTACH ':memory:' AS a", "SELECT ?", "SELECT '", ";;",
    "",
    "PRAGMA table_info(orders)", "CREATE TEMP TABLE t (a); SELECT * FROM t",
  ]

  private var random: SeededGenerator
  private let client: HTTPClient
  private let tab: String

  init(seed: UInt64, _ client: HTTPClient, tab: String) {
    (random, self.client, self.tab) = (SeededGenerator(seed: seed), client, tab)
  }

  mutating func next() -> UInt64 { random.next() }

  /// A request.
  mutating func request() -> [UInt8] {
    let isPost = chance(2, of: 3)
    var bytes = isPost ? post() : get()
    if chance(1, of: 10) {
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty { mutate(&bytes) }
    }
    return bytes
  }

  private mutating func post() -> [UInt8] {
    guard let (path, shape) = Self.posts.randomElement(using: &random) else { return [] }
    var body = Array(json(shape).utf8)
    if chance(1, of: 10), !body.isEmpty { mutate(&body) }
    let length = chance(1, of: 30) ? body.count + 5 : body.count
    let head = head("POST \(named(path))") + "Content-Length: \(length)\r\n"
    return Array((head + "Content-Type: application/json\r\n\r\n").utf8) + body
  }

  private mutating func get() -> [UInt8] {
    guard let (path, names) = Self.queries.randomElement(using: &random) else { return [] }
    let pairs = names.map { "\($0)=\(escaped(queryValue()))" }
    let query = pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    return Array((head("GET \(named(path))\(query)") + "\r\n").utf8)
  }

  private mutating func named(_ path: String) -> String {
    path.replacing("TAB", with: chance(9, of: 10) ? tab : String(repeating: "0", count: 32))
  }

  private mutating func head(_ line: String) -> String {
    let token = chance(19, of: 20) ? client.token : "0"
    return
      "\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nAuthorization: Bearer \(token)\r\n"
  }

  private mutating func queryValue() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: choose(Self.numbers)
    case 1: "[" + choose(Self.cells) + "]"
    default: choose(Self.names)
    }
  }

  private func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let digits = String(byte, radix: 16)
      return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }.joined()
  }

  // MARK: JSON

  private mutating func json(_ shape: Shape) -> String {
    if chance(1, of: 25) { return json(.any) }
    return switch shape {
    case .name: quoted(choose(Self.names))
    case .text: chance(1, of: 2) ? "null" : quoted(choose(Self.names))
    case .number: choose(Self.numbers)
    case .cell: choose(Self.cells)
    case .cells: "[" + (chance(4, of: 5) ? #"["i","1"]"# : choose(Self.cells)) + "]"
    case .sql: quoted(choose(Self.texts))
    case .any: choose(["null", "true", "[]", "{}", "1", "\"\"", "[[[[]]]]"])
    case .list(let element): list(element)
    case .object(let members): object(members)
    }
  }

  private mutating func list(_ element: Shape) -> String {
    var elements: [String] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) { elements.append(json(element)) }
    return "[" + elements.joined(separator: ",") + "]"
  }

  private mutating func object(_ members: [(String, Shape)]) -> String {
    var parts: [String] = []
    for (name, shape) in members where !chance(1, of: 8) {
      parts.append("\(quoted(name)):\(json(shape))")
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private func quoted(_ text: String) -> String { JSONValue.string(text).text }

  private mutating func choose(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func chance(_ count: Int, of all: Int) -> Bool {
    Int.random(in: 0..<all, using: &random) < count
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    default: bytes.removeLast(bytes.count - place)
    }
  }
}
