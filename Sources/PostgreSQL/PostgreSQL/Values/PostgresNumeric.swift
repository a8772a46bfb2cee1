public import Foundation

/// A decimal number of any size, as `numeric` stores it, or NaN or an infinity.
///
/// ```swift
/// let price = PostgresNumeric("12.50")   // with two digits after the point
/// ```
///
/// Equality is by representation: `1.5` and `1.50` differ, as texts do.
/// https://www.postgresql.org/docs/current/datatype-numeric.html
public struct PostgresNumeric: Sendable, Hashable {
  /// The sign of the number, or the special value that it is.
  enum Sign: UInt16 {
    case positive = 0x0000
    case negative = 0x4000
    case notANumber = 0xC000
    case infinity = 0xD000
    case negativeInfinity = 0xF000
  }

  let sign: Sign
  /// The power of 10,000 of the first digit.
  let weight: Int16
  /// The number of decimal digits that are shown after the point.
  let scale: UInt16
  /// The base-10,000 digits, without leading or trailing zeros.
  let digits: [UInt16]

  init(sign: Sign, weight: Int16 = 0, scale: UInt16 = 0, digits: [UInt16] = []) {
    self.sign = sign
    self.weight = weight
    self.scale = scale
    self.digits = digits
  }

  /// NaN, which is not a number.
  public static let notANumber = PostgresNumeric(sign: .notANumber)
  /// Positive infinity, which PostgreSQL supports since version 14.
  public static let infinity = PostgresNumeric(sign: .infinity)
  /// Negative infinity, which PostgreSQL supports since version 14.
  public static let negativeInfinity = PostgresNumeric(sign: .negativeInfinity)

  /// Whether it is neither NaN nor infinite.
  public var isFinite: Bool { sign == .positive || sign == .negative }
}

extension PostgresNumeric: ExpressibleByIntegerLiteral {
  /// Parses a number, such as `-12.50` or `1e-7`.
  ///
  /// The result is `nil` if the text is not a number, or exceeds PostgreSQL's limits.
  public init?(_ text: some StringProtocol) {
    switch text.lowercased() {
    case "nan": self = .notANumber
    case "infinity", "inf", "+infinity": self = .infinity
    case "-infinity", "-inf": self = .negativeInfinity
    default:
      guard let number = Self.finite(String(text)) else { return nil }
      self = number
    }
  }

  /// Creates a whole number.
  public init(_ value: Int64) {
    var rest = value.magnitude
    var digits: [UInt16] = []
    while rest > 0 {
      digits.append(UInt16(rest % 10_000))
      rest /= 10_000
    }
    let weight = Int16(max(digits.count - 1, 0))
    self = Self.trimmed(
      sign: value < 0 ? .negative : .positive,
      weight: weight,
      scale: 0,
      digits: digits.reversed()
    )
  }

  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self.init(value) }

  /// Creates a number from a `Decimal`.
  public init(_ value: Decimal) {
    self = value.isNaN ? .notANumber : Self("\(value)") ?? .notANumber
  }

  /// The number as a `Decimal`, which holds 38 digits; `nil` if it has more, is NaN or is infinite.
  public var decimal: Decimal? {
    if let small { return small }
    guard isFinite, let value = Decimal(string: description, locale: Locale(identifier: "C"))
    else { return nil }
    return PostgresNumeric(value).hasSameValue(as: self) ? value : nil
  }

  /// The fast path for numbers of up to 16 digits, which avoids text.
  private var small: Decimal? {
    guard isFinite, digits.count <= 4, (-28...28).contains(weight) else { return nil }
    let value = Decimal(
      sign: .plus,
      exponent: 4 * (Int(weight) + 1 - digits.count),
      significand: Decimal(digits.reduce(UInt64(0)) { $0 * 10_000 + UInt64($1) })
    )
    return sign == .negative ? -value : value
  }

  /// Returns whether two numbers are equal apart from trailing zeros.
  private func hasSameValue(as other: PostgresNumeric) -> Bool {
    sign == other.sign && digits == other.digits && (digits.isEmpty || weight == other.weight)
  }

  private static func finite(_ text: String) -> PostgresNumeric? {
    guard let match = text.wholeMatch(of: /([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?/),
      !match.2.isEmpty || !(match.3 ?? "").isEmpty
    else { return nil }
    let fraction = match.3 ?? ""
    let exponent = match.4.flatMap { Int($0) } ?? 0
    // The position of the point among all digits, from the left.
    let point = match.2.count + exponent
    let scale = max(0, fraction.count - exponent)
    guard scale <= 16_383, point <= 131_072 else { return nil }
    var decimals = Array((match.2 + fraction).utf8.map { $0 &- 48 })
    // Groups of four digits are aligned to the point.
    let before = ((point % 4) + 4) % 4
    let leading = before == 0 ? 0 : 4 - before
    decimals = Array(repeating: 0, count: leading) + decimals
    while decimals.count % 4 != 0 { decimals.append(0) }
    let digits = stride(from: 0, to: decimals.count, by: 4).map { index in
      decimals[index..<index + 4].reduce(UInt16(0)) { $0 * 10 + UInt16($1) }
    }
    let weight = (point + leading) / 4 - 1
    return trimmed(
      sign: match.1 == "-" ? .negative : .positive,
      weight: Int16(clamping: weight),
      scale: UInt16(scale),
      digits: digits
    )
  }

  /// Creates a number without leading and trailing zero digits; zero is positive.
  static func trimmed(sign: Sign, weight: Int16, scale: UInt16, digits: [UInt16])
    -> PostgresNumeric
  {
    let first = digits.firstIndex { $0 != 0 } ?? digits.count
    let rest = digits[first...]
    let end = rest.lastIndex { $0 != 0 }.map { $0 + 1 } ?? first
    guard first < end else { return PostgresNumeric(sign: .positive, scale: scale) }
    return PostgresNumeric(
      sign: sign,
      weight: Int16(clamping: Int(weight) - first),
      scale: scale,
      digits: Array(digits[first..<end])
    )
  }
}

extension PostgresNumeric: CustomStringConvertible {
  /// The decimal digits, with `scale` digits after the point; or `NaN` or an infinity.
  public var description: String {
    switch sign {
    case .notANumber: return "NaN"
    case .infinity: return "Infinity"
    case .negativeInfinity: return "-Infinity"
    case .positive, .negative: break
    }
    let whole = weight < 0 ? "0" : (0...Int(weight)).map(group).joined()
    let integer = whole.drop { $0 == "0" }
    var text = (sign == .negative ? "-" : "") + (integer.isEmpty ? "0" : integer)
    if scale > 0 {
      let groups = (Int(scale) + 3) / 4
      let start = Int(weight) + 1
      text += "." + (start..<start + groups).map(group).joined().prefix(Int(scale))
    }
    return text
  }

  /// Returns the four decimal digits at an index of `digits`, or zeros.
  private func group(_ index: Int) -> String {
    digits.indices.contains(index) ? Int64(digits[index]).padded(4) : "0000"
  }
}
