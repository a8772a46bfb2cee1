import SQLite

// What an interruption comes to: a statement that stops, one that gives up waiting for a lock, or a virtual table, which
// fails with an error of its own where it is interrupted while SQLite loads it.

extension SQLiteError {
  /// Whether an interruption can come to it.
  var canBeInterruption: Bool { code.canBeInterruption(saying: message) }
}

extension DatabaseError {
  /// Whether an interruption can come to it.
  var canBeInterruption: Bool { resultCode?.canBeInterruption(saying: message) == true }
}

extension ResultCode {
  fileprivate func canBeInterruption(saying message: String) -> Bool {
    switch primary {
    case .interrupt, .busy: true
    case .error: message.hasPrefix("vtable constructor failed")
    default: false
    }
  }
}
