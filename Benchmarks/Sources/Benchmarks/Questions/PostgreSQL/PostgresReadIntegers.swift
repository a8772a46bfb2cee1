import CPostgreSQL
import PostgreSQL

/// The cost of reading many rows of integers into structs.
struct PostgresReadIntegers: Question {
  static let name = "postgres-read-integers"
  static let work = "PostgreSQL: reading 200,000 rows of 10 integers into structs"
  static let bar: Double? = 1.15

  private struct Item {
    let i0, i1, i2, i3, i4, i5, i6, i7, i8, i9: Int
    var sum: Int { i0 + i1 + i2 + i3 + i4 + i5 + i6 + i7 + i8 + i9 }
  }

  private static let sql = "SELECT * FROM items"
  private let pair: PostgresPair

  init(in folder: String) throws {
    let columns = (0..<10).map { "i\($0) int NOT NULL" }.joined(separator: ", ")
    let values = (0..<10).map { "i + \($0)" }.joined(separator: ", ")
    pair = try PostgresPair(
      "CREATE TABLE items (\(columns)); INSERT INTO items SELECT \(values) FROM generate_series(1, 200000) i"
    )
    try pair.prepare("items", Self.sql)
  }

  func baseline() throws -> Int {
    let result = livesql_PQexecPrepared(pair.raw, "items", 0, nil, nil, nil, 1)
    defer { livesql_PQclear(result) }
    try pair.check(result, is: LIVESQL_PGRES_TUPLES_OK)
    let count = livesql_PQntuples(result)
    var items: [Item] = []
    items.reserveCapacity(Int(count))
    for row in 0..<count {
      items.append(
        Item(
          i0: rawInteger(result, row, 0),
          i1: rawInteger(result, row, 1),
          i2: rawInteger(result, row, 2),
          i3: rawInteger(result, row, 3),
          i4: rawInteger(result, row, 4),
          i5: rawInteger(result, row, 5),
          i6: rawInteger(result, row, 6),
          i7: rawInteger(result, row, 7),
          i8: rawInteger(result, row, 8),
          i9: rawInteger(result, row, 9)
        )
      )
    }
    return items.reduce(0) { $0 &+ $1.sum }
  }

  func ours() throws -> Int {
    let items = try pair.connection.execute(Self.sql).map { row in
      Item(
        i0: try row.decode(Int.self, at: 0),
        i1: try row.decode(Int.self, at: 1),
        i2: try row.decode(Int.self, at: 2),
        i3: try row.decode(Int.self, at: 3),
        i4: try row.decode(Int.self, at: 4),
        i5: try row.decode(Int.self, at: 5),
        i6: try row.decode(Int.self, at: 6),
        i7: try row.decode(Int.self, at: 7),
        i8: try row.decode(Int.self, at: 8),
        i9: try row.decode(Int.self, at: 9)
      )
    }
    return items.reduce(0) { $0 &+ $1.sum }
  }
}
