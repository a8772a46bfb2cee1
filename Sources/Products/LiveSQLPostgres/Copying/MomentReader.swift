import PostgreSQL

/// A parser of dates and timestamps as SQLite's functions, LiveSQL and PostgreSQL write them.
///
/// These are `2026-11-21` or `2026-11-21 08:30:00.25`, also with `T`, and with `Z` or an offset;
/// and `12026-11-21` and `0044-03-15 BC`. Without an offset, the time is UTC. What is read as
/// `Date.distantFuture` and `Date.distantPast` in a file is an infinity, which is read as the same
/// dates on the server.
struct MomentReader {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The day; `nil` if the text contains more than a day.
  var date: PostgresDate? {
    if let known = Self.knownDays[text] { return known }
    guard let (day, rest) = parts, rest.isEmpty else { return nil }
    return day
  }

  /// The timestamp.
  var moment: PostgresTimestamp? {
    if let known = Self.knownMoments[text] { return known }
    guard let (day, rest) = parts else { return nil }
    guard let separator = rest.first else { return PostgresTimestamp(day, 0) }
    guard separator == 0x20 || separator == UInt8(ascii: "T"), let time = time(rest.dropFirst())
    else { return nil }
    return PostgresTimestamp(day, time)
  }

  /// The day, and what follows it, without ` BC` at the end.
  private var parts: (day: PostgresDate, rest: ArraySlice<UInt8>)? {
    var rest = Array(text.utf8)[...]
    let isBefore = rest.suffix(3).elementsEqual(" BC".utf8)
    if isBefore { rest = rest.dropLast(3) }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    guard (4...7).contains(digits.count), let year = number(digits), !isBefore || year > 0,
      skip("-", &rest), let month = take(2, &rest), skip("-", &rest), let day = take(2, &rest),
      let date = PostgresDate(year: isBefore ? 1 - year : year, month: month, day: day),
      PostgresDate.range.contains(Int64(date.days))
    else { return nil }
    return (date, rest)
  }

  /// Parses `08:30`, `08:30:00` or `08:30:00.250` with an optional offset: microseconds from
  /// midnight.
  private func time(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var rest = bytes
    guard let hours = take(2, &rest), skip(":", &rest), let minutes = take(2, &rest), hours < 24,
      minutes < 60
    else { return nil }
    var micros = Int64(hours * 3_600 + minutes * 60) * 1_000_000
    if skip(":", &rest) {
      guard let seconds = take(2, &rest), seconds < 60 else { return nil }
      micros += Int64(seconds) * 1_000_000
      if skip(".", &rest) {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, digits.count <= 6, let fraction = number(digits) else { return nil }
        micros += (0..<6 - digits.count).reduce(Int64(fraction)) { value, _ in value * 10 }
        rest = rest.dropFirst(digits.count)
      }
    }
    if rest.isEmpty || rest.elementsEqual("Z".utf8) { return micros }
    let isEast = rest.first == UInt8(ascii: "+")
    guard isEast || rest.first == UInt8(ascii: "-") else { return nil }
    rest = rest.dropFirst()
    guard let hours = take(2, &rest), skip(":", &rest), let minutes = take(2, &rest), rest.isEmpty,
      hours < 24, minutes < 60
    else { return nil }
    let offset = Int64(hours * 3_600 + minutes * 60) * 1_000_000
    return isEast ? micros - offset : micros + offset
  }

  private func take(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return number(bytes.prefix(count))
  }

  private func skip(_ character: Unicode.Scalar, _ bytes: inout ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, UInt32(first) == character.value else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self))
  }
}

// MARK: - Infinities

extension MomentReader {
  // The dates that stand for the infinities, as LiveSQL writes them.
  fileprivate static let (future, past) = ("4001-01-01", "0000-12-30")
  fileprivate static let midnight = " 00:00:00.000"
  /// The time of the next `Date`, as which the finite moments of these dates are read: see
  /// `Date.next`.
  ///
  /// It has more digits than the server's moments, so it stands for no other one.
  fileprivate static let nextDate = " 00:00:00.00000763"
  fileprivate static let finiteFuture = PostgresDate(days: 730_851)
  fileprivate static let finitePast = PostgresDate(days: -730_121)

  /// The texts that stand for other days than they name.
  private static let knownDays: [String: PostgresDate] = [
    "infinity": .infinity, future: .infinity, future + nextDate: finiteFuture,
    "-infinity": .negativeInfinity, past: .negativeInfinity, past + nextDate: finitePast,
  ]

  /// The texts that stand for other moments than they name.
  private static let knownMoments: [String: PostgresTimestamp] = {
    var moments: [String: PostgresTimestamp] = [
      future + midnight: .infinity, past + midnight: .negativeInfinity,
    ]
    for (text, day) in knownDays { moments[text] = PostgresTimestamp(day, 0) }
    return moments
  }()
}

extension PostgresDate {
  /// The text in a file, which LiveSQL reads as the same date, and ``MomentReader`` as the same
  /// day.
  var fileText: String {
    switch self {
    case .infinity: MomentReader.future
    case .negativeInfinity: MomentReader.past
    case MomentReader.finiteFuture: MomentReader.future + MomentReader.nextDate
    case MomentReader.finitePast: MomentReader.past + MomentReader.nextDate
    default: description
    }
  }
}

extension PostgresTimestamp {
  /// Creates the moment that is some microseconds after the beginning of a day; `nil` if the server
  /// cannot store it.
  fileprivate init?(_ day: PostgresDate, _ microseconds: Int64) {
    guard day.isFinite else {
      self = day == .infinity ? .infinity : .negativeInfinity
      return
    }
    let (midnight, overflows) = Int64(day.days).multipliedReportingOverflow(by: 86_400_000_000)
    let (count, isTooMuch) = midnight.addingReportingOverflow(microseconds)
    guard !overflows, !isTooMuch, Self.range.contains(count) else { return nil }
    self.init(microseconds: count)
  }

  /// The text in a file, which LiveSQL reads as the same date, and ``MomentReader`` as the same
  /// moment.
  ///
  /// It has no zero microseconds, as LiveSQL's dates have none, since dates are compared as texts.
  var fileText: String {
    switch self {
    case .infinity: return MomentReader.future + MomentReader.midnight
    case .negativeInfinity: return MomentReader.past + MomentReader.midnight
    case PostgresTimestamp(MomentReader.finiteFuture, 0): return MomentReader.finiteFuture.fileText
    case PostgresTimestamp(MomentReader.finitePast, 0): return MomentReader.finitePast.fileText
    default: break
    }
    let text = description
    return text.hasSuffix("000") ? String(text.dropLast(3)) : text
  }
}
