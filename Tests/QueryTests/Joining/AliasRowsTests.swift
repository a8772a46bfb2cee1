import LiveSQL
import LiveSQLTestSupport
import Testing

@Table("journeys") private struct Journey: Codable, Equatable {
  let id: Int
  @Column(as: [String].JSONRepresentation.self) var stops: [String]
  var next: Int?
}

private enum J: AliasName {}
private enum S: AliasName {}

/// Tests that statements with an alias find the same rows.
@Suite(.mayBlock) struct AliasRowsTests {
  /// Runs a closure on both databases with two journeys.
  private func both(_ body: (BothConnections) throws -> Void) throws {
    try DatabaseQueue().both { db in
      try Journey.createTable().execute(db)
      try Journey.insert {
        Journey(id: 1, stops: ["Faro", "Lagos"], next: 2)
        Journey(id: 2, stops: ["Beja"], next: nil)
      }
      .execute(db)
      try body(db)
    }
  }

  @Test func `an alias applies to the arguments of a joined function`() throws {
    try both { db throws in
      try db.onlyOnSQLite(.tableFunctions) { db throws in
        let stops = Journey.join(Journey.columns.stops.jsonEach()) { _, _ in true }
          .order { ($0.id, $1.key) }
        let expected = ["Faro", "Lagos", "Beja"]
        #expect(try stops.select { $1.value }.fetchAll(db) == expected)
        #expect(try stops.as(J.self).select { $1.value }.fetchAll(db) == expected)
        let place = stops.where { $1.value.eq("Beja") }
        #expect(try place.as(J.self).select { journey, _ in journey.id }.fetchAll(db) == [2])
      }
    }
  }

  @Test func `an alias does not apply to a subquery on the same table`() throws {
    try both { db throws in
      let ids = Journey.where { $0.next.isNot(nil) }.select(\.id)
      let conditions = [
        Journey.where { $0.id.in(ids) }, Journey.where { $0.id.notIn(ids) },
        Journey.where { $0.next.in(Journey.select(\.id)) }, Journey.find(ids),
        Journey.where { $0.id.eq(Journey.select { $0.id.max() }) },
        Journey.where { _ in ids.exists() },
        Journey.where { $0.id.in(ids) || $0.id.in(Journey.where { $0.id.in(ids) }.select(\.next)) },
      ]
      for condition in conditions {
        let expected = try condition.order(by: \.id).select(\.id).fetchAll(db)
        let found = try condition.as(J.self).order(by: \.id).select(\.id).fetchAll(db)
        #expect(found == expected)
        #expect(
          try condition.as(J.self).as(S.self).order(by: \.id).select(\.id).fetchAll(db) == found
        )
      }
    }
  }
}
