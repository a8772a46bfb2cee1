/// The kind of a message in the replication protocol.
enum ReplicationFrame: Equatable {
  /// A message of the plug-in, from `dataStart` on.
  case data
  /// The position up to which the server has sent everything.
  case keepalive(PostgresLSN, wantsReply: Bool)

  static let dataStart = 25

  /// Decodes the start of a message; `nil` if it is not valid.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = unsafe ByteReader(bytes)
    do throws(ByteReader.Malformed) {
      switch try reader.integer(UInt8.self) {
      case UInt8(ascii: "w"):
        guard bytes.count >= Self.dataStart else { return nil }
        self = .data
      case UInt8(ascii: "k"):
        let end = try reader.lsn()
        _ = try reader.integer(Int64.self)
        self = .keepalive(end, wantsReply: try reader.integer(UInt8.self) == 1)
        try reader.end()
      default: return nil
      }
    } catch {
      return nil
    }
  }
}
