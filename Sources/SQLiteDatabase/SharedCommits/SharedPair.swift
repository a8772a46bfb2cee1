/// Two numbers with their fingerprint, as they stand in the side file; nothing but zeros stands for two zeros.
///
/// It is written at each commit, and so without an array.
struct SharedPair: BitwiseCopyable {
  static let size = 24

  private var firstStored: UInt64 = 0
  private var secondStored: UInt64 = 0
  private var sumStored: UInt64 = 0

  /// Two zeros, to be read into.
  init() {}

  init(_ first: UInt64, _ second: UInt64) {
    firstStored = first.littleEndian
    secondStored = second.littleEndian
    if first != 0 || second != 0 { sumStored = fingerprint.littleEndian }
  }

  /// Reads the first bytes, whole or not.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count >= Self.size else { return nil }
    self.init()
    withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: bytes.prefix(Self.size)) }
  }

  var first: UInt64 { UInt64(littleEndian: firstStored) }
  var second: UInt64 { UInt64(littleEndian: secondStored) }

  /// Whether the fingerprint is theirs: somebody may just be writing.
  var isWhole: Bool {
    first == 0 && second == 0 && sumStored == 0 || UInt64(littleEndian: sumStored) == fingerprint
  }

  private var fingerprint: UInt64 {
    withUnsafeBytes(of: self) { SQLiteDatabase.fingerprint(of: $0.prefix(16)) }
  }
}

extension SharedFile {
  /// The pair at a place; `nil` where there is none, whole.
  func readPair(at offset: Int) -> SharedPair? {
    var pair = SharedPair()
    let count = withUnsafeMutableBytes(of: &pair) { read(into: $0, at: offset) }
    return count == SharedPair.size && pair.isWhole ? pair : nil
  }

  /// - Returns: Whether it was written.
  func write(_ pair: SharedPair, at offset: Int) -> Bool {
    withUnsafeBytes(of: pair) { write($0, at: offset) }
  }
}
