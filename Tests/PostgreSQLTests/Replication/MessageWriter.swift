import LiveSQLTestSupport

@testable import PostgreSQL

extension ReplicationMessage {
  /// The bytes as the server writes them.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }

  private func write(to writer: inout ByteWriter) {
    switch self {
    case .begin(let lsn, let time, let xid):
      writer.bytes.append(UInt8(ascii: "B"))
      writer.append(lsn.rawValue)
      writer.append(time)
      writer.append(xid)
    case .commit(let lsn, let end, let time):
      writer.bytes += [UInt8(ascii: "C"), 0]
      writer.append(lsn.rawValue)
      writer.append(end.rawValue)
      writer.append(time)
    case .relation(let relation): writer.append(relation)
    case .type(let oid, let schema, let name):
      writer.bytes.append(UInt8(ascii: "Y"))
      writer.append(oid)
      writer.appendTerminated(schema)
      writer.appendTerminated(name)
    case .origin(let lsn, let name):
      writer.bytes.append(UInt8(ascii: "O"))
      writer.append(lsn.rawValue)
      writer.appendTerminated(name)
    case .insert(let relation, let new):
      writer.bytes.append(UInt8(ascii: "I"))
      writer.append(relation)
      writer.append(new, after: "N")
    case .update(let relation, let old, let new):
      writer.bytes.append(UInt8(ascii: "U"))
      writer.append(relation)
      if let old { writer.append(old, after: "K") }
      writer.append(new, after: "N")
    case .delete(let relation, let old):
      writer.bytes.append(UInt8(ascii: "D"))
      writer.append(relation)
      writer.append(old, after: "O")
    case .truncate(let relations):
      writer.bytes.append(UInt8(ascii: "T"))
      writer.append(UInt32(relations.count))
      writer.bytes.append(1)
      for relation in relations { writer.append(relation) }
    case .message(let isTransactional, let lsn, let prefix, let content):
      writer.bytes += [UInt8(ascii: "M"), isTransactional ? 1 : 0]
      writer.append(lsn.rawValue)
      writer.appendTerminated(prefix)
      writer.append(UInt32(content.count))
      writer.bytes += content
    }
  }
}

extension ByteWriter {
  fileprivate mutating func appendTerminated(_ text: String) {
    append(text)
    bytes.append(0)
  }

  fileprivate mutating func append(_ relation: ReplicatedRelation) {
    bytes.append(UInt8(ascii: "R"))
    append(relation.oid)
    appendTerminated(relation.schema)
    appendTerminated(relation.name)
    bytes.append(relation.identity)
    append(UInt16(relation.columns.count))
    for column in relation.columns {
      bytes.append(column.isKey ? 1 : 0)
      appendTerminated(column.name)
      append(column.type)
      append(column.modifier)
    }
  }

  fileprivate mutating func append(_ row: [ReplicatedValue], after letter: Unicode.Scalar) {
    bytes.append(UInt8(ascii: letter))
    append(UInt16(row.count))
    for value in row {
      switch value {
      case .null: bytes.append(UInt8(ascii: "n"))
      case .unchanged: bytes.append(UInt8(ascii: "u"))
      case .text(let content):
        bytes.append(UInt8(ascii: "t"))
        append(UInt32(content.count))
        bytes += content
      case .binary(let content):
        bytes.append(UInt8(ascii: "b"))
        append(UInt32(content.count))
        bytes += content
      }
    }
  }
}

extension SeededGenerator {
  /// Returns a random message of any kind.
  mutating func replicationMessage() -> ReplicationMessage {
    let lsn = PostgresLSN(rawValue: next())
    let time = Int64(bitPattern: next())
    let oid = UInt32(truncatingIfNeeded: next())
    switch Int.random(in: 0..<10, using: &self) {
    case 0: return .begin(lsn: lsn, microseconds: time, xid: oid)
    case 1: return .commit(lsn: lsn, endLSN: PostgresLSN(rawValue: next()), microseconds: time)
    case 2: return .relation(relation())
    case 3: return .type(oid: oid, schema: name(), name: name())
    case 4: return .origin(lsn: lsn, name: name())
    case 5: return .insert(relation: oid, new: row())
    case 6: return .update(relation: oid, old: chance(50) ? row() : nil, new: row())
    case 7: return .delete(relation: oid, old: row())
    case 8: return .truncate(relations: (0..<Int.random(in: 0...3, using: &self)).map { _ in oid })
    default:
      return .message(isTransactional: chance(50), lsn: lsn, prefix: name(), content: content())
    }
  }

  private mutating func relation() -> ReplicatedRelation {
    ReplicatedRelation(
      oid: UInt32(truncatingIfNeeded: next()),
      schema: name(),
      name: name(),
      identity: pick(Array("dnfi".utf8)),
      columns: (0..<Int.random(in: 0...4, using: &self)).map { _ in
        .init(
          isKey: chance(50),
          name: name(),
          type: UInt32(truncatingIfNeeded: next()),
          modifier: -1
        )
      }
    )
  }

  private mutating func row() -> [ReplicatedValue] {
    (0..<Int.random(in: 0...5, using: &self)).map { _ in
      switch Int.random(in: 0..<4, using: &self) {
      case 0: .null
      case 1: .unchanged
      case 2: .text(content())
      default: .binary(content())
      }
    }
  }

  private mutating func name() -> String { pick(["", "items", "é🎈", "a b", "\u{1}"]) }

  private mutating func content() -> [UInt8] {
    (0..<Int.random(in: 0...6, using: &self)).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
