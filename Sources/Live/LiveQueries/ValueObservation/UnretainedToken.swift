import DatabaseDependencies
import Synchronization

/// An error that reports that the token which keeps an observation alive was released too early.
struct UnretainedToken: Error, CustomStringConvertible {
  let description: String

  /// The error reporter, captured where the observation is started.
  struct Report: Sendable {
    @Dependency(\.errorReporter) private var reporter
    let place: ErrorReporter.Place

    init(_ file: String, _ line: Int) { place = ErrorReporter.Place(file: file, line: line) }

    func callAsFunction(_ message: String) {
      reporter.report(UnretainedToken(description: message), nil, place)
    }
  }
}

/// An observation that passes its values to closures.
///
/// State: whether it was cancelled, and whether a value or an error has come; each only ever
/// becomes true.
final class StartedObservation: Sendable {
  private let isCancelled = Atomic<Bool>(false)
  private let hasReported = Atomic<Bool>(false)
  private let report: UnretainedToken.Report

  init(_ report: UnretainedToken.Report) { self.report = report }

  /// Runs a closure, unless the observation was cancelled.
  func deliver(_ body: () -> Void) {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    hasReported.store(true, ordering: .releasing)
    body()
  }

  var isOver: Bool { isCancelled.load(ordering: .acquiring) }

  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// Returns the token that ends the observation and keeps it alive.
  func cancellable(_ task: Task<Void, Never>) -> AnyDatabaseCancellable {
    AnyDatabaseCancellable {
      self.cancel()
      task.cancel()
    } onRelease: {
      guard !self.hasReported.load(ordering: .acquiring) else { return }
      self.report(
        "An observation ended before its first value because the token that `start` returned was not kept. "
          + "Keep the token in a property, or tie it to an object: `start(in: database, for: self) …`."
      )
    }
  }
}
