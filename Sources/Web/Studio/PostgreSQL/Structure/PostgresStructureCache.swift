import PostgreSQL
import Synchronization

/// The structure of a PostgreSQL database, read once for each version of its schema.
///
/// State: the structure that was read last, guarded by a mutex.
final class PostgresStructureCache: Sendable {
  private struct Known {
    var fingerprint: String
    var structure: StudioStructure
    var time: ContinuousClock.Instant
  }

  private let known = Mutex<Known?>(nil)

  /// The maximum age of the structure for a grid that scrolls.
  private static let lifetime = Duration.seconds(1)

  /// The structure, if it was read a moment ago.
  var recent: StudioStructure? {
    known.withLock { known in
      guard let known, known.time + Self.lifetime > .now else { return nil }
      return known.structure
    }
  }

  /// Marks the structure as outdated.
  func forget() { known.withLock { $0 = nil } }

  /// The structure as a transaction sees it.
  ///
  /// - Parameter read: Reads it.
  func structure(_ db: PostgresConnection, _ read: () throws -> StudioStructure) throws
    -> StudioStructure
  {
    let fingerprint = try Self.fingerprint(db)
    let old = known.withLock { $0?.fingerprint == fingerprint ? $0?.structure : nil }
    let structure = try old ?? read()
    known.withLock {
      $0 = Known(fingerprint: fingerprint, structure: structure, time: .now)
    }
    return structure
  }

  /// A text that differs after the structure has changed.
  static func fingerprint(_ db: PostgresConnection) throws -> String {
    try db.execute(StudioStructure.fingerprintSQL)
      .first { row in try row.decode(String.self, at: 0) } ?? ""
  }
}
