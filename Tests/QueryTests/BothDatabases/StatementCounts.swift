import Foundation
import PostgreSQLTestSupport
import Synchronization

/// The counts of the statements that ran on both databases, or for a reason on SQLite only.
///
/// State: one lock guards the counts.
enum StatementCounts {
  /// The outcome of a statement.
  enum Outcome: Hashable {
    case same, other, withoutServer
    case onlyOnSQLite(SQLiteOnly)
  }

  private static let counts = Mutex<[Outcome: Int]>([:])

  /// The counts are printed when all tests have finished.
  private static let printing: Void = { atexit { StatementCounts.print() } }()

  static func count(_ outcome: Outcome) {
    printing
    counts.withLock { $0[outcome, default: 0] += 1 }
  }

  /// Counts a statement that does not run on PostgreSQL.
  static func count(onlyOnSQLite reason: SQLiteOnly) { count(.onlyOnSQLite(reason)) }

  private static func print() {
    let counts = counts.withLock { $0 }
    let same = counts[.same, default: 0]
    let compared = same + counts[.other, default: 0]
    let reasons = SQLiteOnly.allCases.compactMap { reason in
      counts[.onlyOnSQLite(reason)].map { (count: $0, text: reason.rawValue) }
    }
    if !PostgresTestServer.isInstalled { Swift.print("PostgreSQL is not installed.") }
    Swift.print(
      "Statements of QueryTests: \(compared) ran on SQLite and on PostgreSQL, "
        + "\(same) with the same rows; \(reasons.map(\.count).reduce(0, +)) are about SQLite alone, "
        + "\(counts[.withoutServer, default: 0]) were not compared for want of a server."
    )
    for reason in reasons { Swift.print("  \(reason.count) about SQLite alone: \(reason.text)") }
  }
}
