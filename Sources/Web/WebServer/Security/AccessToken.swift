/// A secret of 128 random bits, which clients must show.
package struct AccessToken: Sendable, Hashable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  package let description: String

  /// Creates a random token, from the system's random numbers.
  package init() {
    var random = SystemRandomNumberGenerator()
    description = (0..<2).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Parses a stored token; `nil` if the text is not a token.
  package init?(_ text: some StringProtocol) {
    let digits = Set("0123456789abcdef")
    guard text.count == 32, text.allSatisfy(digits.contains) else { return nil }
    description = String(text)
  }

  /// Returns whether a text is the token, in a time that does not depend on how much of it is
  /// right.
  package func isEqual(to text: some StringProtocol) -> Bool {
    let (own, other) = (Array(description.utf8), Array(text.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
