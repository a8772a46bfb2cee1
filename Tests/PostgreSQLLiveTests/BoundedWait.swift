import Dispatch
import Testing

extension DispatchSemaphore {
  /// Blocks the thread until the semaphore is signalled.
  ///
  /// The limit of five minutes only ends what hangs; then the test fails, and goes on.
  ///
  /// - Returns: Whether it was signalled.
  @discardableResult
  func wait(for what: String) -> Bool {
    if wait(timeout: .now() + .seconds(300)) == .success { return true }
    Issue.record("\(what): this did not happen within five minutes.")
    return false
  }
}
