import DatabaseDependencies
import Synchronization

/// Tells that what keeps an observation going was let go at once.
struct LostToken: Error, CustomStringConvertible {
  let description: String

  /// Who is told, as it is where the observation is started.
  struct Report: Sendable {
    @Dependency(\.errorReporter) private var reporter
    let place: ErrorReporter.Place

    init(_ file: String, _ line: Int) { place = ErrorReporter.Place(file: file, line: line) }

    func callAsFunction(_ message: String) {
      reporter.report(LostToken(description: message), nil, place)
    }
  }
}

/// An observation that tells closures of its values.
///
/// State: whether it was cancelled, and whether a value or an error came; each only ever becomes true.
final class StartedObservation: Sendable {
  private let isCancelled = Atomic<Bool>(false)
  private let hasTold = Atomic<Bool>(false)
  private let report: LostToken.Report

  init(_ report: LostToken.Report) { self.report = report }

  /// Runs a closure, unless the observation was cancelled.
  func tell(_ body: () -> Void) {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    hasTold.store(true, ordering: .releasing)
    body()
  }

  var isOver: Bool { isCancelled.load(ordering: .acquiring) }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// What ends it, and keeps it going.
  func cancellable(_ task: Task<Void, Never>) -> AnyDatabaseCancellable {
    AnyDatabaseCancellable {
      self.cancel()
      task.cancel()
    } lost: {
      guard !self.hasTold.load(ordering: .acquiring) else { return }
      self.report(
        "An observation ended before its first value, since what `start` returned was not kept. Keep it in a property, or "
          + "name the object that it belongs to: `start(in: database, for: self) …`."
      )
    }
  }
}
