public import SQLite

/// Something that goes wrong with files.
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
  /// How many operations come first, or bytes.
  let limit: Int
  let effect: Effect
}

extension Fault {
  /// One operation fails; those after it do not.
  ///
  /// - Parameters:
  ///   - nth: Which one.
  ///   - kinds: The operations that are counted.
  ///   - files: The files on which they are counted, or `nil` for all.
  ///   - code: What SQLite is told, or `nil` for the usual code of such an operation.
  public static func failing(
    nth: Int,
    of kinds: Set<VFSOperation.Kind> = VFSOperation.Kind.work,
    on files: Set<VFSOperation.File>? = nil,
    with code: ResultCode? = nil
  ) -> Fault {
    Fault(kinds: kinds, files: files, limit: nth - 1, effect: .failing(code))
  }

  /// One read gets only the first bytes, and zeros for the others, as at the end of a file.
  ///
  /// SQLite takes the zeros for what the file holds. A page of nothing but zeros is found out; one that keeps a
  /// part may not be.
  public static func shortRead(
    nth: Int,
    on files: Set<VFSOperation.File>? = nil,
    keeping count: Int = 0
  ) -> Fault {
    Fault(kinds: [.read], files: files, limit: nth - 1, effect: .shortRead(keeping: count))
  }

  /// One write puts only its first bytes into the file, and fails.
  public static func tornWrite(
    nth: Int,
    on files: Set<VFSOperation.File>? = nil,
    keeping count: Int,
    with code: ResultCode = .ioErrorWrite
  ) -> Fault {
    Fault(kinds: [.write], files: files, limit: nth - 1, effect: .tornWrite(keeping: count, code))
  }

  /// One operation fails, and then all others, as if the process had died.
  ///
  /// Close the connection, call ``FaultInjectingVFS/recover()`` and open another one to see what is left.
  ///
  /// - Parameters:
  ///   - nth: The first one that fails.
  ///   - kinds: The operations that are counted.
  ///   - files: The files on which they are counted, or `nil` for all.
  ///   - tears: Whether a write that is the first to fail leaves the first half of its bytes.
  public static func crash(
    atNth nth: Int,
    of kinds: Set<VFSOperation.Kind> = VFSOperation.Kind.work,
    on files: Set<VFSOperation.File>? = nil,
    tearing tears: Bool = false
  ) -> Fault {
    Fault(kinds: kinds, files: files, limit: nth - 1, effect: .crash(tearing: tears))
  }

  /// Writes that make files grow fail with ``ResultCode/full`` after so many bytes.
  ///
  /// Writes within a file still succeed. What truncating and deleting give back is not counted.
  public static func diskFull(afterBytes count: Int) -> Fault {
    Fault(kinds: [.write], files: nil, limit: count, effect: .diskFull)
  }
}

extension VFSOperation.Kind {
  /// All operations but those that give something back.
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
