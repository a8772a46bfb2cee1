/// The hash function SHA-256, which browsers have too: `crypto.subtle.digest("SHA-256", bytes)`.
///
/// https://doi.org/10.6028/NIST.FIPS.180-4
enum SHA256 {
  /// The number of bytes of a hash.
  static let byteCount = 32
  private static let blockCount = 64

  /// The hash of bytes.
  static func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var state = start
    var schedule = [UInt32](repeating: 0, count: blockCount)
    var block: [UInt8] = []
    block.reserveCapacity(blockCount)
    for byte in bytes {
      block.append(byte)
      if block.count == blockCount {
        add(block, to: &state, &schedule)
        block.removeAll(keepingCapacity: true)
      }
    }
    for block in end(after: block, count: bytes.count) { add(block, to: &state, &schedule) }
    return state.flatMap(bigEndian)
  }

  /// The last blocks: the rest of the bytes, a one, zeros, and the number of bits.
  private static func end(after rest: [UInt8], count: Int) -> [[UInt8]] {
    var bytes = rest + [0x80]
    while bytes.count % blockCount != blockCount - 8 { bytes.append(0) }
    let bits = UInt64(count) * 8
    bytes += bigEndian(UInt32(bits >> 32)) + bigEndian(UInt32(truncatingIfNeeded: bits))
    return stride(from: 0, to: bytes.count, by: blockCount).map {
      Array(bytes[$0..<$0 + blockCount])
    }
  }

  private static func bigEndian(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  private static func add(_ block: [UInt8], to state: inout [UInt32], _ schedule: inout [UInt32]) {
    for index in 0..<16 {
      var word: UInt32 = 0
      for place in index * 4..<index * 4 + 4 { word = word << 8 | UInt32(block[place]) }
      schedule[index] = word
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    var words = state
    for index in 0..<64 { advance(&words, schedule[index] &+ constants[index]) }
    for index in state.indices { state[index] &+= words[index] }
  }

  private static func advance(_ words: inout [UInt32], _ input: UInt32) {
    let (a, b, c) = (words[0], words[1], words[2])
    let (e, f, g) = (words[4], words[5], words[6])
    let choice = (e & f) ^ (~e & g)
    let first = words[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ input
    let majority = (a & b) ^ (a & c) ^ (b & c)
    let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
    for index in stride(from: 7, to: 0, by: -1) { words[index] = words[index - 1] }
    words[4] = words[4] &+ first
    words[0] = first &+ second
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let start: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
