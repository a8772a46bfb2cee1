// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The formats have their well-known names.

public import Foundation

/// The components of a date or time, stored as text in a format that SQL's date functions read.
///
/// ```swift
/// let day = DatabaseDateComponents(DateComponents(year: 2026, month: 1, day: 2), format: .YMD)
/// try Event.filter(Column("day") == day).fetchAll(db)   // … WHERE "day" = '2026-01-02'
/// ```
///
/// Unlike a `Date`, it can be a day without a time or a time without a day, and it has a time zone
/// only if its components do.
///
/// https://www.sqlite.org/lang_datefunc.html#time_values
public struct DatabaseDateComponents: Sendable, Hashable {
  /// A text format, named after the components that it contains.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// `2026-01-02`.
    case YMD = "yyyy-MM-dd"
    /// `2026-01-02 03:04`.
    case YMD_HM = "yyyy-MM-dd HH:mm"
    /// `2026-01-02 03:04:05`.
    case YMD_HMS = "yyyy-MM-dd HH:mm:ss"
    /// `2026-01-02 03:04:05.678`.
    case YMD_HMSS = "yyyy-MM-dd HH:mm:ss.SSS"
    /// `03:04`.
    case HM = "HH:mm"
    /// `03:04:05`.
    case HMS = "HH:mm:ss"
    /// `03:04:05.678`.
    case HMSS = "HH:mm:ss.SSS"
  }

  /// The components.
  public let dateComponents: DateComponents
  /// The format in which they are stored.
  public let format: Format

  /// Creates a value from date components.
  ///
  /// - Parameters:
  ///   - dateComponents: The components. A missing component defaults to the first of its kind:
  ///     January, the first day, 0 o'clock.
  ///   - format: The format in which they are stored.
  public init(_ dateComponents: DateComponents, format: Format) {
    self.dateComponents = dateComponents
    self.format = format
  }
}

extension DatabaseDateComponents: DatabaseValueConvertible {
  /// TEXT in the format; ``DatabaseValue/unstorable`` if a component does not fit the format.
  public var databaseValue: DatabaseValue { .storable { try checkedDatabaseValue } }

  /// TEXT in the format.
  ///
  /// - Throws: ``ConversionFailure`` if a component does not fit the format, such as a month of 13.
  public var checkedDatabaseValue: DatabaseValue {
    get throws {
      let text = [hasDay ? dayText : nil, timeText].compactMap { $0 }.joined(separator: " ")
      guard DateParts(text) != nil else {
        throw ConversionFailure.unrepresentable(
          Self.self,
          found: nil,
          reason: "a component is out of range"
        )
      }
      return .text(text)
    }
  }

  /// Decodes text in one of the formats.
  ///
  /// - Throws: ``ConversionFailure`` for other text or another type.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    guard case .text(let text) = databaseValue else {
      throw .mismatch(Self.self, found: databaseValue.storageClass)
    }
    guard let parts = DateParts(text) else {
      throw .unrepresentable(
        Self.self,
        found: .text,
        reason: "the text is not a date or time such as `2026-01-02 03:04:05.678`"
      )
    }
    self.init(parts.components, format: parts.format)
  }

  private var hasDay: Bool { format.rawValue.hasPrefix("y") }

  private var dayText: String {
    let parts = dateComponents
    return
      "\(padded(parts.year ?? 0, 4))-\(padded(parts.month ?? 1, 2))-\(padded(parts.day ?? 1, 2))"
  }

  private var timeText: String? {
    let parts = dateComponents
    let minutes = "\(padded(parts.hour ?? 0, 2)):\(padded(parts.minute ?? 0, 2))"
    let seconds = minutes + ":" + padded(parts.second ?? 0, 2)
    switch format {
    case .YMD: return nil
    case .YMD_HM, .HM: return minutes
    case .YMD_HMS, .HMS: return seconds
    case .YMD_HMSS, .HMSS:
      return seconds + "." + padded((parts.nanosecond ?? 0) / 1_000_000, 3)
    }
  }

  private func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, count - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }
}

/// The components and the format parsed from a text.
private struct DateParts {
  var components = DateComponents()
  var format: DatabaseDateComponents.Format

  init?(_ text: String) {
    let halves = text.split(
      maxSplits: 1,
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == " " || $0 == "T" }
    )
    let (day, time) =
      text.contains("-") ? (halves.first, halves.dropFirst().first) : (nil, Substring(text))
    format = .YMD
    if let day, !readDay(day) { return nil }
    guard let time else { return }
    guard let count = readTime(time) else { return nil }
    format = Self.format(hasDay: day != nil, timeParts: count)
  }

  private static func format(hasDay: Bool, timeParts: Int) -> DatabaseDateComponents.Format {
    switch timeParts {
    case 2: hasDay ? .YMD_HM : .HM
    case 3: hasDay ? .YMD_HMS : .HMS
    default: hasDay ? .YMD_HMSS : .HMSS
    }
  }

  private mutating func readDay(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = Self.number(parts[0], 4, 0...9999),
      let month = Self.number(parts[1], 2, 1...12), let day = Self.number(parts[2], 2, 1...31)
    else { return false }
    (components.year, components.month, components.day) = (year, month, day)
    return true
  }

  /// Reads a time.
  ///
  /// - Returns: The number of components found, out of hour, minute, second and fraction.
  private mutating func readTime(_ text: Substring) -> Int? {
    let whole = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = whole[0].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = Self.number(parts[0], 2, 0...23),
      let minute = Self.number(parts[1], 2, 0...59)
    else { return nil }
    (components.hour, components.minute) = (hour, minute)
    guard parts.count == 3 else { return whole.count == 1 ? 2 : nil }
    guard let second = Self.number(parts[2], 2, 0...59) else { return nil }
    components.second = second
    guard whole.count == 2 else { return 3 }
    let digits = whole[1].prefix(9)
    guard !digits.isEmpty, whole[1].utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    components.nanosecond = Int(digits + String(repeating: "0", count: 9 - digits.count))
    return 4
  }

  private static func number(_ text: Substring, _ count: Int, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.count == count, text.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }
}
