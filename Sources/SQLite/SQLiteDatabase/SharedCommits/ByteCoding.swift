import DatabaseTypes

/// A writer of bytes; numbers are little-endian.
struct ByteWriter {
  var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func replace(at offset: Int, _ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { number in
      for (index, byte) in number.enumerated() { bytes[offset + index] = byte }
    }
  }

  /// Appends a number in as few bytes as possible, with seven bits in each.
  mutating func appendVariable(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends a number that is usually near zero, and may be negative.
  mutating func appendSigned(_ number: Int64) {
    appendVariable(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  mutating func append(_ value: DatabaseValue) {
    switch value {
    case .null: bytes.append(0)
    case .integer(let integer):
      bytes.append(1)
      appendSigned(integer)
    case .real(let real):
      bytes.append(2)
      append(real.bitPattern)
    case .text(let text):
      bytes.append(3)
      appendVariable(UInt64(text.utf8.count))
      bytes += text.utf8
    case .blob(let blob):
      bytes.append(4)
      appendVariable(UInt64(blob.count))
      bytes += blob
    }
  }
}

/// A reader of bytes; each method returns `nil` if too few bytes are left.
struct ByteReader<Bytes: RandomAccessCollection<UInt8>> {
  private var rest: Bytes.SubSequence

  init(_ bytes: Bytes) { rest = bytes[...] }

  /// The number of remaining bytes.
  var remaining: Int { rest.count }

  mutating func byte() -> UInt8? { rest.popFirst() }

  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard count >= 0, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  private mutating func number(_ count: Int) -> UInt64? {
    guard let bytes = bytes(count) else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func number16() -> UInt16? { number(2).map { UInt16($0) } }
  mutating func number32() -> UInt32? { number(4).map { UInt32($0) } }
  mutating func number64() -> UInt64? { number(8) }

  mutating func variable() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard let byte = byte() else { return nil }
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  mutating func signed() -> Int64? {
    variable().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  mutating func value() -> DatabaseValue? {
    switch byte() {
    case 0: return .null
    case 1: return signed().map { .integer($0) }
    case 2: return number64().map { .real(Double(bitPattern: $0)) }
    case 3: return counted().map { .text(String(decoding: $0, as: UTF8.self)) }
    case 4: return counted().map { .blob($0) }
    default: return nil
    }
  }

  private mutating func counted() -> [UInt8]? {
    guard let count = variable(), count <= 65_536 else { return nil }
    return bytes(Int(count))
  }
}

/// Returns a hash that almost certainly differs for different bytes: 64-bit FNV-1a.
func fingerprint(of bytes: some Collection<UInt8>) -> UInt64 {
  bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}
