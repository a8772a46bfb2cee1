import DatabaseTypes
import SQLiteDatabase
import Synchronization

/// An observer that calls a closure for each transaction that touches a region.
///
/// State: the closure, guarded by a mutex; it is released when the observation ends.
final class RegionObserver: TransactionObserver, Sendable {
  let observedRegion: Region
  private let onChange: Mutex<(@Sendable (Database) -> Void)?>

  init(_ region: Region, _ onChange: @escaping @Sendable (Database) -> Void) {
    observedRegion = region
    self.onChange = Mutex(onChange)
  }

  func databaseDidCommit(_ db: Database, changes: ChangeSet) {
    guard changes.touches(observedRegion) else { return }
    onChange.withLock { $0 }?(db)
  }

  /// Releases the closure.
  func end() { onChange.withLock { $0 = nil } }
}
