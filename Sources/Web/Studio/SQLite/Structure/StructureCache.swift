import SQLiteDatabase
import Synchronization

/// The structure of a database, read once for each version of its schema.
///
/// State: the structure that was read last, guarded by a mutex.
final class StructureCache: Sendable {
  private let last = Mutex<(version: Int, structure: StudioStructure)?>(nil)

  /// The structure as a transaction sees it.
  func structure(_ db: Database, isWritable: Bool) throws -> StudioStructure {
    let version = try db.schemaVersion()
    if let known = last.withLock({ $0?.version == version ? $0?.structure : nil }) { return known }
    let structure = try StudioStructure(db, isWritable: isWritable)
    last.withLock { $0 = (version, structure) }
    return structure
  }
}
