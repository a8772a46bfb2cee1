/// Two numbers and their hash, as they are stored in the side file.
///
/// All zeros represent two zeros. It is written at each commit, and therefore avoids arrays.
struct SharedPair: BitwiseCopyable {
  static let size = 24

  private var firstStored: UInt64 = 0
  private var secondStored: UInt64 = 0
  private var sumStored: UInt64 = 0

  /// Creates two zeros, to be read into.
  init() {}

  init(_ first: UInt64, _ second: UInt64) {
    firstStored = first.littleEndian
    secondStored = second.littleEndian
    if first != 0 || second != 0 { sumStored = fingerprint.littleEndian }
  }

  /// Reads the first bytes, which may be incomplete.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count >= Self.size else { return nil }
    self.init()
    withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: bytes.prefix(Self.size)) }
  }

  var first: UInt64 { UInt64(littleEndian: firstStored) }
  var second: UInt64 { UInt64(littleEndian: secondStored) }

  /// Whether the hash matches the numbers; it may not while another process is writing.
  var isComplete: Bool {
    first == 0 && second == 0 && sumStored == 0 || UInt64(littleEndian: sumStored) == fingerprint
  }

  private var fingerprint: UInt64 {
    withUnsafeBytes(of: self) { SQLiteDatabase.fingerprint(of: $0.prefix(16)) }
  }
}

extension SharedFile {
  /// Returns the pair at an offset, or `nil` unless it is complete.
  func readPair(at offset: Int) -> SharedPair? {
    var pair = SharedPair()
    let count = withUnsafeMutableBytes(of: &pair) { read(into: $0, at: offset) }
    return count == SharedPair.size && pair.isComplete ? pair : nil
  }

  /// Writes a pair.
  ///
  /// - Returns: Whether it was written.
  func write(_ pair: SharedPair, at offset: Int) -> Bool {
    withUnsafeBytes(of: pair) { write($0, at: offset) }
  }
}
