import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import TestSockets
import Testing

@testable import Studio

/// Requests that overtake each other, and rows without keys.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct RequestOrderTests {
  private static let shop = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    INSERT INTO orders VALUES (1, 'a'), (2, 'b'), (3, 'b');
    CREATE VIEW longs AS SELECT id, printf('%.*c', 2000, 'x') || id AS body FROM orders;
    CREATE TRIGGER noBlank BEFORE INSERT ON orders BEGIN SELECT 1; END;
    """

  private static let newer = #"""
    "table":"orders","first":0,"count":9,"request":2,\#
    "filters":[{"column":"title","operator":"=","value":"b"}]
    """#

  @Test func `an older request of a subscription is not carried out`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", Self.newer)
        let first = try await tab.next { $0.data["reset"] == true }
        #expect(first.data["rows"].count == 2)
        let older = #""table":"orders","first":0,"count":9,"request":1"#
        let answer = try await tab.subscribe("grid", "1", older)
        #expect(answer.status == 200)
        #expect(answer.json["superseded"] == true)
        try await studio.write("UPDATE orders SET title = 'b' WHERE id = 1")
        let change = try await tab.next { $0.data["rows"].count > 0 }
        #expect(change.data["reset"] == .null)
        #expect(change.data["order"] == [-1, 0, 1])
        let other = try await tab.subscribe("grid", "2", older)
        #expect(other.json["superseded"] == .null)
      }
    }
  }

  @Test func `a request that arrives after the end of its subscription does not revive it`()
    async throws
  {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", Self.newer)
        try await tab.subscribe("close", "1", #""request":4"#)
        let late = #""table":"orders","first":0,"count":9,"request":3"#
        #expect(try await tab.subscribe("grid", "1", late).json["superseded"] == true)
        let sql = #""sql":"SELECT 1","live":false,"request":3"#
        #expect(try await tab.subscribe("sql", "1", sql).json["superseded"] == true)
        let cancel = try await studio.post(
          "/api/cancel",
          #"{"tab":"\#(tab.id)","subscription":"1","request":3}"#
        )
        #expect(cancel.json["superseded"] == true)
      }
    }
  }

  @Test func `a request that waited while a newer one arrived is not carried out`() {
    let tab = StudioTab()
    #expect(tab.isNewest("1", 1))
    #expect(tab.isNewest("1", 2))
    #expect(!tab.isNewest("1", 1))
    #expect(tab.isNewest("1", nil))
    #expect(tab.isNewest("2", 1))
    var carriedOut: [Int] = []
    for number in [2, 1] {
      let isNewest = tab.carryOut("1", number) { carriedOut.append(number) }
      #expect(isNewest == (number == 2))
    }
    #expect(carriedOut == [2])
  }

  @Test func `a long text of a view is read whole by the position of its row`() async throws {
    try await StudioFixture.run(Self.shop) { studio in
      try await studio.withTab { tab in
        try await tab.subscribe("grid", "1", #""table":"longs","first":1,"count":2"#)
        let first = try await tab.next { $0.data["reset"] == true }
        #expect(first.data["rows"][0]["k"] == [["i", "1"]])
        #expect(first.data["rows"][0]["c"][1][0] == "t")
        let path = "GET /api/tabs/\(tab.id)/cell?subscription=1&column=body&row="
        let body = try await studio.client.ask(path + "1")
        #expect(body.text == String(repeating: "x", count: 2_000) + "2")
        for row in ["0", "3", "-1"] {
          #expect(try await studio.client.ask(path + row).status == 404)
        }
        #expect(try await studio.client.ask(path + "x").status == 400)
      }
    }
  }

  @Test func `commits and triggers name the schema of their table`() async throws {
    let rows: [Change] = []
    let changes = ChangeSet(
      number: 1,
      origin: .otherProcess,
      tables: [
        TableName(schema: "old", "orders"): .rows(rows),
        TableName(schema: "public", "orders"): .rows(rows),
      ]
    )
    let commit = try JSONValue("{\(CommitJSON(changes: changes, time: Date()).members)}")
    #expect(commit["tables"].elements.map { $0["schema"] } == ["old", "public"])
    #expect(commit["tables"].elements.map { $0["table"] } == ["orders", "orders"])
    try await StudioFixture.run(Self.shop) { studio in
      let structure = try await studio.client.ask("GET /api/database").json
      #expect(structure["triggers"][0]["schema"] == "main")
    }
  }
}
