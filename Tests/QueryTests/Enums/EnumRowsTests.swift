import LiveSQL
import LiveSQLTestSupport
import Testing

@Table private struct EnumMessage: Equatable {
  let id: Int
  var kind: Kind

  @Selection enum Kind: Equatable {
    case note(String)
    case image(Image)
  }

  @Selection struct Image: Equatable {
    var caption: String
    var width: Int?
  }
}

@Suite(.mayBlock) struct EnumRowsTests {
  /// Runs a closure on both databases with two messages.
  private func both(_ body: (BothConnections) throws -> Void) throws {
    try DatabaseQueue().both { db in
      try EnumMessage.createTable().execute(db)
      try EnumMessage.insert {
        EnumMessage.Draft(kind: .note("Hello"))
        EnumMessage.Draft(kind: .image(EnumMessage.Image(caption: "Blob", width: nil)))
      }.execute(db)
      try body(db)
    }
  }

  @Test func `each row decodes as its case`() throws {
    try both { db throws in
      let kinds = try EnumMessage.order(by: \.id).fetchAll(db).map(\.kind)
      #expect(kinds == [.note("Hello"), .image(EnumMessage.Image(caption: "Blob", width: nil))])
    }
  }

  @Test func `rows are found by their case`() throws {
    try both { db throws in
      let notes = EnumMessage.where { $0.kind.is(\.note) }.select(\.kind.note)
      #expect(try notes.fetchAll(db) == ["Hello"])
      let images = EnumMessage.where { $0.kind.is(\.image) }.select(\.id)
      #expect(try images.fetchAll(db) == [2])
    }
  }

  @Test func `a row can change its case`() throws {
    try both { db in
      try EnumMessage.find(2).update { $0.kind.note = #bind("Bye") }.execute(db)
      #expect(try EnumMessage.find(db, key: 2).kind == .note("Bye"))
      try EnumMessage.find(2)
        .update { $0.kind = .image(EnumMessage.Image(caption: "x", width: 1)) }
        .execute(db)
      #expect(
        try EnumMessage.find(db, key: 2).kind == .image(EnumMessage.Image(caption: "x", width: 1))
      )
    }
  }

  @Test func `a row without a case throws`() throws {
    try both { db in
      try db.execute(sql: "INSERT INTO \"enumMessages\" (\"id\") VALUES (3)")
      #expect(throws: (any Error).self) { try EnumMessage.find(db, key: 3) }
    }
  }
}
