/// The closures that a connection's hooks call.
///
/// SQLite calls them on the thread that runs a statement, while that runs, so they must not use the connection.
/// The object lives as long as the connection, whose address of it SQLite holds.
final class Hooks {
  var authorizer: ((borrowing Authorization) -> Authorization.Answer)?
  var preupdate: ((borrowing PreupdateEvent) -> Void)?
  /// Whether SQLite does not call that at the moment.
  var isPreupdatePaused = false
  var commit: (() -> CommitAnswer)?
  var rollback: (() -> Void)?
  var walCommit: ((_ schema: String, _ pageCount: Int) -> Void)?
  var progress: (() -> ProgressAnswer)?
  var trace: ((borrowing TraceEvent) -> Void)?
  var busy: ((_ tries: Int) -> BusyAnswer)?
  var collationNeeded: ((_ name: String) -> Void)?

  /// The address for a hook's context.
  var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  /// The object at a hook's context.
  static func at(_ context: UnsafeMutableRawPointer?) -> Hooks? {
    unsafe context.map { unsafe Unmanaged<Hooks>.fromOpaque($0).takeUnretainedValue() }
  }
}
