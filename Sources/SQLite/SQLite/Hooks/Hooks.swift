/// The closures that a connection's hooks call.
///
/// SQLite calls them on the thread that runs a statement, while the statement runs, so they must
/// not use the connection. The object lives as long as the connection, since SQLite stores its
/// address.
final class Hooks {
  var authorizer: ((borrowing Authorization) -> Authorization.Decision)?
  var preupdate: ((borrowing PreupdateEvent) -> Void)?
  /// Whether SQLite currently does not call the preupdate hook.
  var isPreupdatePaused = false
  var commit: (() -> CommitDecision)?
  var rollback: (() -> Void)?
  var walCommit: ((_ schema: String, _ pageCount: Int) -> Void)?
  var progress: (() -> ProgressDecision)?
  var trace: ((borrowing TraceEvent) -> Void)?
  var busy: ((_ tries: Int) -> BusyDecision)?
  var collationNeeded: ((_ name: String) -> Void)?
  /// The error that a tokenizer threw, of which SQLite reports only the code.
  var tokenizerError: SQLiteError?

  /// The address of this object, for use as a hook's context.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// Returns the object at a hook's context.
  static func at(_ context: UnsafeMutableRawPointer?) -> Hooks? {
    unsafe context.map { unsafe Unmanaged<Hooks>.fromOpaque($0).takeUnretainedValue() }
  }
}
