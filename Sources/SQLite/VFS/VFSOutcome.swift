import CSQLite

/// What becomes of an operation on a file.
public enum VFSOutcome: Sendable, Hashable {
  /// It is done.
  case proceed
  /// It is not done, and SQLite is told why; except that what gives something back is done all the same.
  ///
  /// See ``VFSOperation/Kind/isRelease``.
  case fail(ResultCode)
  /// It is not done, and SQLite is told that it was: a sync that would cost time, a write that gets lost.
  ///
  /// What has an answer (a read, a size, a lock) is done all the same.
  case pretend
  /// A read that gets only so many bytes, and zeros for the others.
  ///
  /// SQLite takes this for the end of the file. Other operations fail with ``ResultCode/ioErrorShortRead``.
  case shortRead(count: Int)
  /// A write of only so many bytes, which then fails; other operations only fail.
  case tornWrite(count: Int, ResultCode)
}

extension VFSOutcome {
  /// What SQLite is told, or `nil` where the operation proceeds.
  public var failure: ResultCode? {
    switch self {
    case .proceed, .pretend: nil
    case .fail(let code), .tornWrite(_, let code): code
    case .shortRead: .ioErrorShortRead
    }
  }
}
