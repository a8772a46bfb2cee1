import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import TestSockets
import Testing

@testable import Studio

/// Patches of results: applied to the old result, they give the new one.
@Suite struct ResultPatchTests {
  private static func rows(_ generator: inout SeededGenerator) -> [Row] {
    let ids = Array(0..<12).shuffled(using: &generator)
      .prefix(Int.random(in: 0...12, using: &generator))
    return ids.map { id in
      let value = Int64.random(in: 0...2, using: &generator)
      return Row(["id": .integer(Int64(id)), "value": .integer(value)])
    }
  }

  private static func cells(_ row: Row) throws -> JSONValue {
    try JSONValue(row.values.map { WireCell($0) }.rowJSON)
  }

  @Test func `a patch turns the old result into the new one`() throws {
    var generator = SeededGenerator(seed: 7)
    let key = try ResultKey(columnsNamed: ["id"], of: RowLayout(columnNames: ["id", "value"]))
    for _ in 0..<2_000 {
      let (old, new) = (Self.rows(&generator), Self.rows(&generator))
      let patch = ResultPatch(.between(old, new, key: key))
      let event = try JSONValue("{" + patch.members { value, _ in WireCell.json(value) } + "}")
      let shown = SQLLiveTests.patched(try old.map(Self.cells), event)
      let wanted = try new.map(Self.cells)
      #expect(shown == wanted)
    }
  }
}
