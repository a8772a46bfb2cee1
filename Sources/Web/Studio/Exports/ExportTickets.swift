import Synchronization
import WebServer

/// The exports that were requested and not fetched yet.
///
/// A link cannot contain the page's token. So the page gets a random name that is
/// valid once and for a short time.
///
/// State: the exports by their tickets, guarded by a mutex.
final class ExportTickets: Sendable {
  private let exports = Mutex<[String: (export: any RowExport, end: ContinuousClock.Instant)]>([:])

  /// The time for which a ticket is valid.
  static let lifetime = Duration.seconds(30)

  /// Creates a ticket.
  func add(_ export: any RowExport, now: ContinuousClock.Instant = .now) -> String {
    let ticket = AccessToken().description
    exports.withLock { exports in
      exports = exports.filter { $0.value.end > now }
      exports[ticket] = (export, now + Self.lifetime)
    }
    return ticket
  }

  /// Returns the export of a ticket, and ends the ticket; `nil` if the ticket is not valid.
  func take(_ ticket: String, now: ContinuousClock.Instant = .now) -> (any RowExport)? {
    guard let entry = exports.withLock({ $0.removeValue(forKey: ticket) }) else { return nil }
    return entry.end > now ? entry.export : nil
  }
}
