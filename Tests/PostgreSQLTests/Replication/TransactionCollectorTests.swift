import PostgreSQL
import Testing

@testable import PostgreSQL

@Suite struct TransactionCollectorTests {
  private let relation = ReplicatedRelation(
    oid: 1,
    schema: "public",
    name: "items",
    identity: UInt8(ascii: "d"),
    columns: [
      .init(isKey: true, name: "id", type: 23, modifier: -1),
      .init(isKey: false, name: "title", type: 25, modifier: -1),
    ]
  )

  private func collect(
    _ messages: [ReplicationMessage],
    keyLimit: Int = 10
  ) -> StreamedTransaction<TouchedTables>? {
    var collector = TransactionCollector(keyLimit: keyLimit)
    _ = collector.add(.relation(relation))
    _ = collector.add(.begin(lsn: .zero, microseconds: 0, xid: 7))
    for message in messages where collector.add(message) != nil { Issue.record("It ended early.") }
    return collector.add(
      .commit(lsn: .zero, endLSN: PostgresLSN(rawValue: 9), microseconds: 0)
    )
  }

  private func key(_ number: UInt8) -> ReplicatedValue { .binary([0, 0, 0, number]) }

  @Test func `the keys of touched rows are kept, old and new`() {
    let transaction = collect([
      .insert(relation: 1, new: [key(1), .text([])]),
      .update(relation: 1, old: nil, new: [key(2), .unchanged]),
      .update(relation: 1, old: [key(3), .null], new: [key(4), .null]),
      .delete(relation: 1, old: [key(5), .null]), .insert(relation: 1, new: [key(1), .null]),
    ])
    #expect(transaction?.xid == 7)
    #expect(transaction?.endLSN.rawValue == 9)
    #expect(transaction?.changes.tables == [1: .keys(Set((1...5).map { [key($0)] }))])
  }

  @Test func `many rows, and rows without a key, count as any row`() {
    let many = (0..<20).map { ReplicationMessage.insert(relation: 1, new: [key($0), .null]) }
    #expect(collect(many)?.changes.tables == [1: .all])
    #expect(collect([.truncate(relations: [1, 2])])?.changes.tables == [1: .all, 2: .all])
    #expect(collect([.insert(relation: 9, new: [.null])])?.changes.tables == [9: .all])
    let unchanged = ReplicationMessage.update(relation: 1, old: nil, new: [.unchanged, .null])
    #expect(collect([unchanged])?.changes.tables == [1: .all])
  }

  @Test func `messages of an application belong to its transaction`() {
    let transaction = collect([
      .message(isTransactional: true, lsn: .zero, prefix: "livesql", content: []),
      .message(isTransactional: false, lsn: .zero, prefix: "other", content: []),
    ])
    #expect(transaction?.changes.messages == ["livesql"])
    #expect(transaction?.changes.tables.isEmpty == true)
  }

  @Test func `little is kept of very long keys and of very many messages`() {
    let long = [UInt8](repeating: 7, count: 1 << 20)
    let rows = (0..<64).map { number in
      ReplicationMessage.insert(relation: 1, new: [.text(long + [UInt8(number)]), .null])
    }
    #expect(collect(rows, keyLimit: 10_000)?.changes.tables == [1: .all])
    var messages = (0..<10_000).map { number in
      ReplicationMessage.message(isTransactional: true, lsn: .zero, prefix: "a", content: [])
    }
    #expect(collect(messages)?.changes.messages == ["a"])
    messages = (0..<10_000).map { number in
      .message(isTransactional: true, lsn: .zero, prefix: "\(number)", content: [])
    }
    let touched = collect(messages)?.changes
    #expect(touched?.messages.count == 1_000)
    #expect(touched?.hasMoreMessages == true)
  }

  @Test func `the final values of touched rows are kept, and whether they are new`() {
    let rows = collect([
      .insert(relation: 1, new: [key(1), .null]),
      .update(relation: 1, old: nil, new: [key(1), .text([7])]),
      .update(relation: 1, old: nil, new: [key(2), .unchanged]),
      .update(relation: 1, old: [key(3), .null], new: [key(4), .null]),
      .delete(relation: 1, old: [key(5), .null]), .insert(relation: 1, new: [key(5), .null]),
      .insert(relation: 1, new: [key(6), .null]), .delete(relation: 1, old: [key(6), .null]),
    ])?.changes.rows[1]
    #expect(
      rows == [
        [key(1)]: .init(isNew: true, image: .values([key(1), .text([7])])),
        [key(2)]: .init(isNew: false, image: .values([key(2), .unchanged])),
        [key(3)]: .init(isNew: false, image: .absent),
        [key(4)]: .init(isNew: false, image: .values([key(4), .null])),
        [key(5)]: .init(isNew: false, image: .values([key(5), .null])),
        [key(6)]: .init(isNew: true, image: .absent),
      ]
    )
  }

  @Test
  func
    `a table that is described again is unchanged, and only keys are kept if it differs`()
  {
    let update = ReplicationMessage.update(relation: 1, old: nil, new: [key(1), .null])
    #expect(collect([update, .relation(relation)])?.changes.rows[1]?.count == 1)
    let other = ReplicatedRelation(
      oid: 1,
      schema: "public",
      name: "items",
      identity: UInt8(ascii: "d"),
      columns: [
        .init(isKey: true, name: "id", type: 23, modifier: -1),
        .init(isKey: false, name: "title", type: 17, modifier: -1),
      ]
    )
    let insert = ReplicationMessage.insert(relation: 1, new: [key(1), .null])
    let transaction = collect([update, .relation(other), insert])
    #expect(transaction?.changes.tables == [1: .keys([[key(1)]])])
    #expect(transaction?.changes.rows[1] == nil)
  }

  /// The table with rows that an index of its titles identifies.
  private let identifiedByTitle = ReplicatedRelation(
    oid: 1,
    schema: "public",
    name: "items",
    identity: UInt8(ascii: "i"),
    columns: [
      .init(isKey: false, name: "id", type: 23, modifier: -1),
      .init(isKey: true, name: "title", type: 25, modifier: -1),
    ]
  )

  @Test func `keys of two kinds are never in one set`() {
    let insert = ReplicationMessage.insert(relation: 1, new: [key(1), .text([7])])
    let other = ReplicationMessage.relation(identifiedByTitle)
    #expect(collect([insert, other, insert])?.changes.tables == [1: .all])
    let andBack = collect([insert, other, insert, .relation(relation), insert])
    #expect(andBack?.changes.tables == [1: .all])
    #expect(andBack?.changes.rows[1] == nil)
  }

  @Test func `a key that is changed back without a further row counts as any row, twice`() {
    var collector = TransactionCollector()
    func transaction(_ description: ReplicatedRelation?) -> TouchedTables? {
      _ = collector.add(.begin(lsn: .zero, microseconds: 0, xid: 7))
      if let description { _ = collector.add(.relation(description)) }
      _ = collector.add(.insert(relation: 1, new: [key(1), .text([7])]))
      return collector.add(.commit(lsn: .zero, endLSN: .zero, microseconds: 0))?.changes
    }
    #expect(transaction(relation)?.tables == [1: .keys([[key(1)]])])
    #expect(transaction(identifiedByTitle)?.tables == [1: .all])
    #expect(transaction(relation)?.tables == [1: .all])
    #expect(transaction(nil)?.tables == [1: .keys([[key(1)]])])
    #expect(transaction(relation)?.tables == [1: .keys([[key(1)]])])
  }

  @Test func `an index that is the first known key of a table may be of one transaction only`() {
    var collector = TransactionCollector()
    _ = collector.add(.begin(lsn: .zero, microseconds: 0, xid: 7))
    _ = collector.add(.relation(identifiedByTitle))
    _ = collector.add(.insert(relation: 1, new: [key(1), .text([7])]))
    let end = collector.add(.commit(lsn: .zero, endLSN: .zero, microseconds: 0))
    #expect(end?.changes.tables == [1: .all])
  }

  @Test func `only the keys of many and of large rows are kept`() {
    let many = (0..<20).map { ReplicationMessage.insert(relation: 1, new: [key($0), .null]) }
    #expect(collect(many)?.changes.rows[1] == nil)
    let long = [UInt8](repeating: 7, count: 1 << 20)
    let large = (0..<8).map {
      ReplicationMessage.insert(relation: 1, new: [key($0), .text(long)])
    }
    let rows = collect(large)?.changes.rows[1]
    #expect(rows?.count == 8)
    #expect(rows?[[key(0)]]?.image == .values([key(0), .text(long)]))
    #expect(rows?[[key(7)]] == .init(isNew: true, image: .unknown))
  }

  @Test func `a commit without a beginning is ignored`() {
    var collector = TransactionCollector()
    #expect(collector.add(.commit(lsn: .zero, endLSN: .zero, microseconds: 0)) == nil)
  }
}
