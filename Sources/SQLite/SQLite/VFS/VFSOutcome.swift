import CSQLite

/// The outcome of a file operation, chosen by the closure of a shim.
public enum VFSOutcome: Sendable, Hashable {
  /// The operation is performed.
  case proceed
  /// The operation is skipped and reported as failed.
  ///
  /// Operations that release something are performed nevertheless: see
  /// ``VFSOperation/Kind/isRelease``.
  case fail(ResultCode)
  /// The operation is skipped and reported as done, such as a slow sync, or a write that gets lost.
  ///
  /// Operations that return something (a read, a size, a lock) are performed nevertheless.
  case pretend
  /// A read returns only some bytes, and zeros for the rest.
  ///
  /// SQLite takes this for the end of the file. Other operations fail with
  /// ``ResultCode/ioErrorShortRead``.
  case shortRead(count: Int)
  /// A write that writes only some bytes and then fails; other operations only fail.
  case tornWrite(count: Int, ResultCode)
}

extension VFSOutcome {
  /// The code that is reported to SQLite; `nil` if the operation does not fail.
  public var failure: ResultCode? {
    switch self {
    case .proceed, .pretend: nil
    case .fail(let code), .tornWrite(_, let code): code
    case .shortRead: .ioErrorShortRead
    }
  }
}
