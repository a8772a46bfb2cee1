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

  @Test func `of many rows, and of rows without a key, any may have changed`() {
    let many = (0..<20).map { ReplicationMessage.insert(relation: 1, new: [key($0), .null]) }
    #expect(collect(many)?.changes.tables == [1: .all])
    #expect(collect([.truncate(relations: [1, 2])])?.changes.tables == [1: .all, 2: .all])
    #expect(collect([.insert(relation: 9, new: [.null])])?.changes.tables == [9: .all])
    let unchanged = ReplicationMessage.update(relation: 1, old: nil, new: [.unchanged, .null])
    #expect(collect([unchanged])?.changes.tables == [1: .all])
  }

  @Test func `what an application says in its transaction belongs to it`() {
    let transaction = collect([
      .message(isTransactional: true, lsn: .zero, prefix: "livesql", content: []),
      .message(isTransactional: false, lsn: .zero, prefix: "other", content: []),
    ])
    #expect(transaction?.changes.messages == ["livesql"])
    #expect(transaction?.changes.tables.isEmpty == true)
  }

  @Test func `of keys that are very long, and of very many messages, little is kept`() {
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

  @Test func `a commit without a beginning is none`() {
    var collector = TransactionCollector()
    #expect(collector.add(.commit(lsn: .zero, endLSN: .zero, microseconds: 0)) == nil)
  }
}
