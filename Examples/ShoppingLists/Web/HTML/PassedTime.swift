import Foundation

/// The wording of relative times.
///
/// The script uses the same wording, and updates it as time passes: `Resources/times.js`.
enum PassedTime {
  static func text(since date: Date, now: Date) -> String {
    let seconds = now.timeIntervalSince(date)
    switch seconds {
    case ..<60: return "just now"
    case ..<3_600: return count(seconds / 60, "minute")
    case ..<86_400: return count(seconds / 3_600, "hour")
    case ..<(7 * 86_400): return count(seconds / 86_400, "day")
    default: return String(date.ISO8601Format().prefix(10))
    }
  }

  private static func count(_ number: Double, _ unit: String) -> String {
    let number = Int(number)
    return "\(number) \(unit)\(number == 1 ? "" : "s") ago"
  }
}
