import DatabaseTypes
import SQLiteDatabase
import Synchronization

/// Tells a closure of transactions that touch a region.
///
/// State: the closure, guarded by a mutex; it is gone once the observation has ended.
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

  /// Lets go of the closure.
  func end() { onChange.withLock { $0 = nil } }
}
