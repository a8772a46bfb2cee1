public import DatabaseTypes

extension MalformedMessage: _SelfDescribingError {
  /// The kind of message and what to do; it shows none of its bytes, since they are values.
  public var description: String {
    let name = kind.map { "\"\(Unicode.Scalar($0))\"" } ?? "an empty one"
    return "The change stream sent a message that cannot be read: \(name). "
      + "This is a bug in the library, or the server uses another version of the protocol."
  }
}

extension ReplicationMessage {
  /// Decodes a message.
  ///
  /// Whatever the bytes are, it never reads past their end.
  ///
  /// - Throws: ``MalformedMessage``.
  public init(_ bytes: [UInt8]) throws(MalformedMessage) {
    var result: Result<ReplicationMessage, MalformedMessage> = .failure(MalformedMessage(kind: nil))
    unsafe bytes.withUnsafeBytes { bytes in unsafe result = Self.read(bytes) }
    self = try result.get()
  }

  static func read(_ bytes: UnsafeRawBufferPointer) -> Result<ReplicationMessage, MalformedMessage>
  {
    var reader = unsafe ByteReader(bytes)
    do throws(ByteReader.Malformed) {
      let message = try ReplicationMessage(&reader)
      try reader.end()
      return .success(message)
    } catch {
      return .failure(MalformedMessage(kind: unsafe bytes.first))
    }
  }

  private init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.integer(UInt8.self) {
    case UInt8(ascii: "B"):
      self = .begin(
        lsn: try reader.lsn(),
        microseconds: try reader.integer(),
        xid: try reader.integer()
      )
    case UInt8(ascii: "C"): self = try Self.commit(&reader)
    case UInt8(ascii: "R"): self = .relation(try ReplicatedRelation(&reader))
    case UInt8(ascii: "Y"):
      self = .type(
        oid: try reader.integer(),
        schema: try reader.terminatedText(),
        name: try reader.terminatedText()
      )
    case UInt8(ascii: "O"):
      self = .origin(lsn: try reader.lsn(), name: try reader.terminatedText())
    case UInt8(ascii: "I"):
      let relation = try reader.integer(UInt32.self)
      self = .insert(relation: relation, new: try reader.newTuple())
    case UInt8(ascii: "U"): self = try Self.update(&reader)
    case UInt8(ascii: "D"):
      let relation = try reader.integer(UInt32.self)
      guard let old = try reader.oldTuple() else { throw ByteReader.Malformed() }
      self = .delete(relation: relation, old: old)
    case UInt8(ascii: "T"): self = try Self.truncate(&reader)
    case UInt8(ascii: "M"): self = try Self.message(&reader)
    default: throw ByteReader.Malformed()
    }
  }

  private static func commit(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Self {
    _ = try reader.integer(UInt8.self)  // flags, of which there are none
    return .commit(
      lsn: try reader.lsn(),
      endLSN: try reader.lsn(),
      microseconds: try reader.integer()
    )
  }

  private static func update(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Self {
    let relation = try reader.integer(UInt32.self)
    let old = try reader.oldTuple()
    return .update(relation: relation, old: old, new: try reader.newTuple())
  }

  private static func truncate(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Self {
    let count = try reader.integer(UInt32.self)
    _ = try reader.integer(UInt8.self)  // whether it cascades and restarts sequences
    guard reader.count == Int(count) * 4 else { throw ByteReader.Malformed() }
    var relations: [UInt32] = []
    for _ in 0..<count { relations.append(try reader.integer()) }
    return .truncate(relations: relations)
  }

  private static func message(_ reader: inout ByteReader) throws(ByteReader.Malformed) -> Self {
    let flags = try reader.integer(UInt8.self)
    let lsn = try reader.lsn()
    let prefix = try reader.terminatedText()
    let length = try reader.integer(UInt32.self)
    return .message(
      isTransactional: flags & 1 == 1,
      lsn: lsn,
      prefix: prefix,
      content: unsafe [UInt8](try reader.bytes(Int(length)))
    )
  }
}

extension ReplicatedRelation {
  fileprivate init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
    oid = try reader.integer()
    schema = try reader.terminatedText()
    name = try reader.terminatedText()
    identity = try reader.integer()
    var columns: [Column] = []
    for _ in 0..<(try reader.integer(UInt16.self)) {
      let flags = try reader.integer(UInt8.self)
      columns.append(
        Column(
          isKey: flags & 1 == 1,
          name: try reader.terminatedText(),
          type: try reader.integer(),
          modifier: try reader.integer()
        )
      )
    }
    self.columns = columns
  }
}

extension ByteReader {
  mutating func lsn() throws(Malformed) -> PostgresLSN { PostgresLSN(rawValue: try integer()) }

  /// Reads a tuple that follows an `N`.
  fileprivate mutating func newTuple() throws(Malformed) -> [ReplicatedValue] {
    guard try integer(UInt8.self) == UInt8(ascii: "N") else { throw Malformed() }
    return try tuple()
  }

  /// Reads a tuple that follows a `K` or an `O`; returns `nil` and reads nothing if neither comes
  /// next.
  fileprivate mutating func oldTuple() throws(Malformed) -> [ReplicatedValue]? {
    var ahead = self
    switch try ahead.integer(UInt8.self) {
    case UInt8(ascii: "K"), UInt8(ascii: "O"):
      self = ahead
      return try tuple()
    default: return nil
    }
  }

  private mutating func tuple() throws(Malformed) -> [ReplicatedValue] {
    var values: [ReplicatedValue] = []
    for _ in 0..<(try integer(UInt16.self)) {
      switch try integer(UInt8.self) {
      case UInt8(ascii: "n"): values.append(.null)
      case UInt8(ascii: "u"): values.append(.unchanged)
      case UInt8(ascii: "t"): values.append(.text(try counted()))
      case UInt8(ascii: "b"): values.append(.binary(try counted()))
      default: throw Malformed()
      }
    }
    return values
  }

  private mutating func counted() throws(Malformed) -> [UInt8] {
    let count = try integer(UInt32.self)
    return unsafe [UInt8](try bytes(Int(count)))
  }
}
