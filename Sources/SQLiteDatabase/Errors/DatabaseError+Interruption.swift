import SQLite

// An interruption can surface as an interrupted statement, as a statement that gives up waiting for
// a lock, or as an error of a virtual table that was interrupted while SQLite loaded it.

extension SQLiteError {
  /// Whether an interruption can cause this error.
  var canBeInterruption: Bool { code.canBeInterruption(saying: message) }
}

extension DatabaseError {
  /// Whether an interruption can cause this error.
  var canBeInterruption: Bool { reportedResultCode?.canBeInterruption(saying: message) == true }
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
