import DatabaseTypes

/// Rows in the text format of `COPY`, before they are sent.
///
/// https://www.postgresql.org/docs/current/sql-copy.html#id-1.9.3.55.9.2
struct CopyText {
  private(set) var bytes: [UInt8] = []

  /// Whether the buffer holds enough to be sent.
  var isFull: Bool { bytes.count >= 1 << 16 }

  mutating func append(_ values: [DatabaseValue]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      append(value)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private mutating func append(_ value: DatabaseValue) {
    switch value {
    case .null: bytes += "\\N".utf8
    case .integer(let integer): bytes += "\(integer)".utf8
    case .real(let real):
      bytes += (real.isInfinite ? (real < 0 ? "-Infinity" : "Infinity") : "\(real)").utf8
    case .text(let text): append(escaping: text)
    case .blob(let blob): append(blob)
    }
  }

  private mutating func append(escaping text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      default: bytes.append(byte)
      }
    }
  }

  private mutating func append(_ blob: some Sequence<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    bytes += "\\\\x".utf8
    for byte in blob {
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
