import LiveSQLTestSupport
import Testing

@testable import PostgreSQL

@Suite struct ReplicationMessageTests {
  @Test(arguments: PropertySeeds.of(10))
  func `the messages of the server are read`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let message = random.replicationMessage()
      #expect(try ReplicationMessage(message.bytes) == message)
    }
  }

  @Test(arguments: PropertySeeds.of(10))
  func `changed bytes are read or refused, and never trap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<10_000 {
      let bytes = random.mutated(random.replicationMessage().bytes)
      if (try? ReplicationMessage(bytes)) == nil { refused += 1 }
      _ = unsafe bytes.withUnsafeBytes { bytes in unsafe ReplicationFrame(bytes) }
    }
    #expect(refused > 1_000)
    #expect(refused < 10_000)
  }

  @Test(arguments: PropertySeeds.of(10))
  func `values of any bytes are read or refused, and never trap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let types = PostgresType.builtIn.values.sorted { $0.oid < $1.oid }
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        random.chance(60) ? 0 : UInt8(truncatingIfNeeded: random.next() >> 5)
      }
      let type = random.pick(types)
      let value = unsafe bytes.withUnsafeBytes { try? unsafe PostgresValue.binary($0, as: type) }
      // A value that was read can also be written as text.
      _ = value?.text
      _ = try? PostgresValue.text(String(decoding: bytes, as: UTF8.self), as: type)
    }
  }

  @Test(arguments: PropertySeeds.of(10))
  func `changed texts are read or refused, and never trap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let types = PostgresType.builtIn.values.sorted { $0.oid < $1.oid }
    let texts = [
      "infinity", "2026-11-21 08:30:00.25+00", "0001-12-31 BC", "24:00:00",
      "1 year -2 mons 3 days -04:05:06",
      "[0:1][2:3]={{1,NULL},{\"a\\\"\",2}}", "-12.5e10", "\\x00ff", "99999999999999999999:00:00",
      "1:2:3,4",
      "9999999-01-01 00:00:00", "e621e1f8-c36c-495a-93fc-0c247a3e6e5f", "{}", "0/16B3748",
    ]
    for _ in 0..<2_000 {
      let bytes = random.mutated(Array(random.pick(texts).utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      _ = (try? PostgresValue.text(text, as: random.pick(types)))?.text
      _ = PostgresLSN(text)
      _ = PostgresSnapshot(text)
    }
  }

  @Test func `an error about a message shows none of its values`() throws {
    var bytes = ReplicationMessage.insert(relation: 1, new: [.text(Array("secret".utf8))]).bytes
    bytes.append(0)
    let error = try #require(throws: MalformedMessage.self) { try ReplicationMessage(bytes) }
    #expect(error.description.contains("\"I\""))
    #expect(!error.description.contains("secret"))
  }
}

extension SeededGenerator {
  /// Returns the bytes with some changed, removed or added.
  fileprivate mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      let byte = chance(30) ? 0xFF : UInt8(truncatingIfNeeded: next())
      switch Int.random(in: 0..<4, using: &self) {
      case 0 where !bytes.isEmpty: bytes[Int.random(in: bytes.indices, using: &self)] = byte
      case 1: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &self)))
      case 2: bytes.insert(byte, at: Int.random(in: 0...bytes.count, using: &self))
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
