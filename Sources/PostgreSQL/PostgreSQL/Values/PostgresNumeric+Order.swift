// Bytes that sort as the server sorts numbers, so that rows can be kept in order without asking it.
// Equal numbers have the same bytes, whatever their trailing zeros.

extension PostgresNumeric {
  /// The kinds of numbers, in ascending order.
  private enum Rank: UInt8 {
    case negativeInfinity, negative, zero, positive, infinity, notANumber
  }

  private var rank: Rank {
    switch sign {
    case .notANumber: .notANumber
    case .infinity: .infinity
    case .negativeInfinity: .negativeInfinity
    case _ where digits.isEmpty: .zero
    case .positive: .positive
    case .negative: .negative
    }
  }

  /// Bytes that sort as the numbers do, and are the same for equal numbers.
  package var orderedBytes: [UInt8] {
    guard rank == .positive || rank == .negative else { return [rank.rawValue] }
    // A digit is never 0, so a number sorts before longer ones that begin with the same digits.
    let magnitude = [UInt16(bitPattern: weight) ^ 0x8000] + digits.map { $0 + 1 } + [0]
    let words = rank == .positive ? magnitude : magnitude.map { ~$0 }
    return [rank.rawValue] + words.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  /// Creates a number from such bytes, with the smallest sufficient scale; `nil` if they are not
  /// valid.
  package init?(orderedBytes bytes: [UInt8]) {
    guard let rank = bytes.first.flatMap(Rank.init) else { return nil }
    switch rank {
    case .negativeInfinity: self = .negativeInfinity
    case .infinity: self = .infinity
    case .notANumber: self = .notANumber
    case .zero: self.init(sign: .positive)
    case .positive, .negative:
      guard let number = Self.finite(bytes.dropFirst(), isNegative: rank == .negative) else {
        return nil
      }
      self = number
    }
  }

  private static func finite(_ bytes: ArraySlice<UInt8>, isNegative: Bool) -> PostgresNumeric? {
    guard bytes.count >= 6, bytes.count.isMultiple(of: 2) else { return nil }
    let words = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
      let word = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
      return isNegative ? ~word : word
    }
    let (weight, digits) = (Int16(bitPattern: words[0] ^ 0x8000), words[1..<(words.count - 1)])
    guard words.last == 0, digits.allSatisfy({ (1...10_000).contains($0) }) else { return nil }
    let places = 4 * (digits.count - 1 - Int(weight))
    return PostgresNumeric(
      sign: isNegative ? .negative : .positive,
      weight: weight,
      scale: UInt16(clamping: max(0, places)),
      digits: digits.map { $0 - 1 }
    )
  }
}
