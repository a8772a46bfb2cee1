import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import Testing

@Suite(.requiresPostgres, .timeLimit(.hang)) struct CopyTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE TYPE mood AS ENUM ('sad', 'glad');
        CREATE TABLE "The ""Table" (id int PRIMARY KEY, "A title" text, at timestamptz, price numeric(9, 2),
          tags text[], mood mood, raw bytea, place inet)
        """
    )
  }

  private let columns = ["id", "A title", "at", "price", "tags", "mood", "raw"]

  private func row(_ number: Int64) -> [PostgresValue] {
    var row: [PostgresValue] = [.integer(number)]
    row.append(number % 3 == 0 ? .null : .text("é\t\n\\N\(number)"))
    row.append(.timestamptz(PostgresTimestamp(microseconds: number * 1_234_567)))
    row.append(.numeric(PostgresNumeric("\(number).50") ?? .notANumber))
    row.append(.array(["a", nil, .text("\"\(number)")]))
    row.append(.text(number % 2 == 0 ? "sad" : "glad"))
    row.append(.bytes([0, UInt8(number % 256)]))
    return row
  }

  @Test func `rows are copied in and out unchanged`() throws {
    let rows = (0..<3_000).map(row)
    let count = try connection.copyIn("The \"Table", schema: "public", columns: columns) { writer in
      for row in rows { try writer.append(row) }
    }
    #expect(count == 3_000)
    var back: [[PostgresValue]] = []
    let query =
      "SELECT id, \"A title\", at, price, tags, mood, raw FROM \"The \"\"Table\" ORDER BY id -- all"
    try connection.copyOut(query) { back.append($0) }
    #expect(back == rows)
    let selected = try connection.execute("SELECT * FROM \"The \"\"Table\" ORDER BY id").values()
    #expect(selected.map { Array($0.prefix(7)) } == rows)
  }

  @Test func `nothing is inserted if a row fails`() throws {
    struct Enough: Error {}
    let first: [PostgresValue] = [1, "x", nil, nil, nil, nil, nil]
    #expect(throws: Enough.self) {
      try connection.copyIn("The \"Table", columns: columns) { writer in
        for number in 0..<20_000 {
          try writer.append([.integer(Int64(number))] + first.dropFirst())
        }
        throw Enough()
      }
    }
    let twice = try failure {
      try connection.copyIn("The \"Table", columns: columns) { writer in
        try writer.append(first)
        try writer.append(first)
      }
    }
    #expect(twice.code == .uniqueViolation)
    let number = try failure {
      try connection.copyIn("The \"Table", columns: ["id"]) { try $0.append([.integer(.max)]) }
    }
    #expect(number.code == .numericValueOutOfRange)
    #expect(number.message.hasPrefix("Column \"id\" is of type integer"))
    let text = try failure {
      try connection.copyIn("The \"Table", columns: ["id", "at"]) {
        try $0.append([1, "2026-01-01"])
      }
    }
    #expect(text.code == .datatypeMismatch)
    let few = try failure {
      try connection.copyIn("The \"Table", columns: ["id", "at"]) { try $0.append([1]) }
    }
    #expect(few.code == .protocolViolation)
    #expect(try connection.execute("SELECT 1 FROM \"The \"\"Table\"").count == 0)
  }

  @Test func `missing tables and columns are reported`() throws {
    let table = try failure { try connection.copyIn("nothing", columns: ["a"]) { _ in } }
    #expect(table.code == .undefinedTable)
    let column = try failure { try connection.copyIn("The \"Table", columns: ["a"]) { _ in } }
    #expect(column.code == .undefinedColumn)
    #expect(try connection.copyIn("The \"Table", columns: ["id"]) { _ in } == 0)
  }

  @Test func `reading can end early or fail`() throws {
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try connection.copyOut("SELECT generate_series(1, 1000000000)") { _ in throw Enough() }
    }
    let zero = try failure {
      try connection.copyOut("SELECT 1 / (i - 500) FROM generate_series(1, 1000) i") { _ in }
    }
    #expect(zero.code == .divisionByZero)
    let inet = try failure {
      try connection.copyOut("SELECT place FROM \"The \"\"Table\"") { _ in }
    }
    #expect(inet.hint?.contains("::text") == true)
    #expect(try connection.execute("SELECT 1").values() == [[1]])
  }
}
