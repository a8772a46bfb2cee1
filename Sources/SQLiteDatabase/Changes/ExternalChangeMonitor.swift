import DatabaseTypes
import Synchronization

/// Notices the commits of other processes, while somebody observes the database.
final class ExternalChangeMonitor: Sendable {
  init(path: String, configuration: Configuration, writer: WriterAccess) {}
  func runWhileObserved() {}
  func stop() {}
}
