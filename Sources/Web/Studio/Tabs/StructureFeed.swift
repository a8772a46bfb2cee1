import Synchronization
import WebServer

/// The events about changes of tables, columns, indexes, views and triggers.
///
/// It is often unknown what another process's commit has changed: then the version of the schema
/// is compared.
///
/// State: the version that the page knows, and the subscription, guarded by a mutex.
final class StructureFeed: TabFeed {
  private struct State {
    var version: String?
    var subscription: (any Sendable)?
  }

  private let backend: any StudioBackend
  private let epoch: String
  private let state = Mutex(State())

  init(_ backend: any StudioBackend, epoch: String) {
    (self.backend, self.epoch) = (backend, epoch)
  }

  func start(notify: @escaping @Sendable () -> Void) {
    let subscription = backend.onPossibleStructureChange(notify)
    state.withLock { $0.subscription = subscription }
  }

  func cancel() {}

  func stop() { state.withLock { $0.subscription = nil } }

  func nextEvent(number: Int) async -> ServerEvent? {
    guard let version = try? await backend.structureVersion() else { return nil }
    let hasNews = state.withLock { state in
      defer { state.version = version }
      return state.version.map { $0 != version } ?? false
    }
    guard hasNews else { return nil }
    return ServerEvent("schema", id: "\(epoch)--\(number)", data: "{\"s\":\"\",\"at\":\(number)}")
  }
}
