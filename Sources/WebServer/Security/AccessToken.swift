/// A secret of 128 random bits, by which a server knows who may ask.
package struct AccessToken: Sendable, Hashable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  package let description: String

  /// A new one, from the system's random numbers.
  package init() {
    var random = SystemRandomNumberGenerator()
    description = (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Whether a text is the token, in a time that does not tell how much of it is right.
  func isEqual(to text: some StringProtocol) -> Bool {
    let (own, other) = (Array(description.utf8), Array(text.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
