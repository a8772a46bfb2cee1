public import SQLite

/// An injected file system fault.
///
/// ```swift
/// vfs.inject(.failing(nth: 3, of: [.write, .sync]))
/// vfs.inject(.diskFull(afterBytes: 100_000))
/// vfs.inject(.crash(atNth: 7, of: [.write], tearing: true))
/// ```
///
/// Operations are counted from 1.
public struct Fault: Sendable, Hashable {
  enum Effect: Hashable {
    case failing(ResultCode?)
    case shortRead(keeping: Int)
    case tornWrite(keeping: Int, ResultCode)
    case crash(tearing: Bool)
    case diskFull
  }

  /// The operations that are counted.
  let kinds: Set<VFSOperation.Kind>
  /// The files on which they are counted; `nil` for all.
  let files: Set<VFSOperation.File>?
  /// The number of operations, or bytes, that succeed first.
  let limit: Int
  let effect: Effect
}

extension Fault {
  /// One operation fails; those after it do not.
  ///
  /// - Parameters:
  ///   - nth: The operation that fails, counted from 1.
  ///   - kinds: The operations that are counted.
  ///   - files: The files on which they are counted, or `nil` for all.
  ///   - code: The code that SQLite receives, or `nil` for the usual code of such an operation.
  public static func failing(
    nth: Int,
    of kinds: Set<VFSOperation.Kind> = VFSOperation.Kind.work,
    on files: Set<VFSOperation.File>? = nil,
    with code: ResultCode? = nil
  ) -> Fault {
    Fault(kinds: kinds, files: files, limit: nth - 1, effect: .failing(code))
  }

  /// One read returns only the first bytes, followed by zeros, as at the end of a file.
  ///
  /// SQLite takes the zeros for the file's contents. It detects a page of only zeros, but perhaps
  /// not one that keeps a part.
  public static func shortRead(
    nth: Int,
    on files: Set<VFSOperation.File>? = nil,
    keeping count: Int = 0
  ) -> Fault {
    Fault(kinds: [.read], files: files, limit: nth - 1, effect: .shortRead(keeping: count))
  }

  /// One write stores only its first bytes in the file, and fails.
  public static func tornWrite(
    nth: Int,
    on files: Set<VFSOperation.File>? = nil,
    keeping count: Int,
    with code: ResultCode = .ioErrorWrite
  ) -> Fault {
    Fault(kinds: [.write], files: files, limit: nth - 1, effect: .tornWrite(keeping: count, code))
  }

  /// One operation fails, and then all that follow, as if the process had died.
  ///
  /// Close the connection, call ``FaultInjectingVFS/recover()`` and open another one to see what is
  /// left.
  ///
  /// - Parameters:
  ///   - nth: The first operation that fails, counted from 1.
  ///   - kinds: The operations that are counted.
  ///   - files: The files on which they are counted, or `nil` for all.
  ///   - tears: Whether the first failing operation, if it is a write, stores the first half of its
  ///     bytes.
  public static func crash(
    atNth nth: Int,
    of kinds: Set<VFSOperation.Kind> = VFSOperation.Kind.work,
    on files: Set<VFSOperation.File>? = nil,
    tearing tears: Bool = false
  ) -> Fault {
    Fault(kinds: kinds, files: files, limit: nth - 1, effect: .crash(tearing: tears))
  }

  /// Writes that extend files fail with ``/LiveSQL/ResultCode/full`` after a number of bytes.
  ///
  /// Writes within a file still succeed. Space freed by truncating and deleting is not counted.
  public static func diskFull(afterBytes count: Int) -> Fault {
    Fault(kinds: [.write], files: nil, limit: count, effect: .diskFull)
  }
}

extension VFSOperation.Kind {
  /// All operations except those that release something.
  public static let work = Set(allCases.filter { !$0.isRelease })

  /// The code with which such an operation usually fails.
  public var usualFailure: ResultCode {
    switch self {
    case .open: .cannotOpen
    case .close: .ioErrorClose
    case .delete: .ioErrorDelete
    case .access: .ioErrorAccess
    case .read: .ioErrorRead
    case .write: .ioErrorWrite
    case .truncate: .ioErrorTruncate
    case .sync: .ioErrorFsync
    case .fileSize: .ioErrorFstat
    case .lock: .ioErrorLock
    case .unlock: .ioErrorUnlock
    case .checkReservedLock: .ioErrorCheckReservedLock
    case .sharedMemoryMap: .ioErrorSharedMemoryMap
    case .sharedMemoryLock, .sharedMemoryUnlock: .ioErrorSharedMemoryLock
    case .sharedMemoryUnmap: .ioError
    }
  }
}
