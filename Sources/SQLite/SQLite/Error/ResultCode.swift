import CSQLite

/// A result code of SQLite, as an extended code if SQLite provides one.
///
/// ```swift
/// catch where error.code.primary == .constraint { … }
/// catch where error.code == .constraintUnique { … }
/// ```
///
/// https://www.sqlite.org/rescode.html
public struct ResultCode: RawRepresentable, Sendable, Hashable {
  /// SQLite's number.
  public let rawValue: Int32

  /// Creates a code from SQLite's number.
  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The primary result code, without the extension.
  public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

  /// The primary result code, without the extension: ``primary``.
  public var primaryResultCode: ResultCode { primary }

  // Before this operator, Swift tries the one that takes a pattern: `code == .SQLITE_CONSTRAINT`
  // is true for each code that extends it.
  /// Returns whether two codes are the same.
  @_disfavoredOverload
  public static func == (lhs: ResultCode, rhs: ResultCode) -> Bool { lhs.rawValue == rhs.rawValue }

  /// Returns whether the code equals another one, or extends it.
  public func matches(_ pattern: ResultCode) -> Bool {
    rawValue == pattern.rawValue || primary.rawValue == pattern.rawValue
  }
}

extension ResultCode {
  /// The corresponding C constant is `SQLITE_OK`.
  public static let ok = ResultCode(rawValue: 0)
  /// The corresponding C constant is `SQLITE_ERROR`.
  public static let error = ResultCode(rawValue: 1)
  /// The corresponding C constant is `SQLITE_INTERNAL`.
  public static let internalError = ResultCode(rawValue: 2)
  /// The corresponding C constant is `SQLITE_PERM`.
  public static let permission = ResultCode(rawValue: 3)
  /// The corresponding C constant is `SQLITE_ABORT`.
  public static let abort = ResultCode(rawValue: 4)
  /// The corresponding C constant is `SQLITE_BUSY`.
  public static let busy = ResultCode(rawValue: 5)
  /// The corresponding C constant is `SQLITE_LOCKED`.
  public static let locked = ResultCode(rawValue: 6)
  /// The corresponding C constant is `SQLITE_NOMEM`.
  public static let outOfMemory = ResultCode(rawValue: 7)
  /// The corresponding C constant is `SQLITE_READONLY`.
  public static let readOnly = ResultCode(rawValue: 8)
  /// The corresponding C constant is `SQLITE_INTERRUPT`.
  public static let interrupt = ResultCode(rawValue: 9)
  /// The corresponding C constant is `SQLITE_IOERR`.
  public static let ioError = ResultCode(rawValue: 10)
  /// The corresponding C constant is `SQLITE_CORRUPT`.
  public static let corrupt = ResultCode(rawValue: 11)
  /// The corresponding C constant is `SQLITE_NOTFOUND`.
  public static let notFound = ResultCode(rawValue: 12)
  /// The corresponding C constant is `SQLITE_FULL`.
  public static let full = ResultCode(rawValue: 13)
  /// The corresponding C constant is `SQLITE_CANTOPEN`.
  public static let cannotOpen = ResultCode(rawValue: 14)
  /// The corresponding C constant is `SQLITE_PROTOCOL`.
  public static let lockProtocol = ResultCode(rawValue: 15)
  /// The corresponding C constant is `SQLITE_EMPTY`.
  public static let empty = ResultCode(rawValue: 16)
  /// The corresponding C constant is `SQLITE_SCHEMA`.
  public static let schema = ResultCode(rawValue: 17)
  /// The corresponding C constant is `SQLITE_TOOBIG`.
  public static let tooBig = ResultCode(rawValue: 18)
  /// The corresponding C constant is `SQLITE_CONSTRAINT`.
  public static let constraint = ResultCode(rawValue: 19)
  /// The corresponding C constant is `SQLITE_MISMATCH`.
  public static let mismatch = ResultCode(rawValue: 20)
  /// The corresponding C constant is `SQLITE_MISUSE`.
  public static let misuse = ResultCode(rawValue: 21)
  /// The corresponding C constant is `SQLITE_NOLFS`.
  public static let noLargeFileSupport = ResultCode(rawValue: 22)
  /// The corresponding C constant is `SQLITE_AUTH`.
  public static let notAuthorized = ResultCode(rawValue: 23)
  /// The corresponding C constant is `SQLITE_FORMAT`.
  public static let format = ResultCode(rawValue: 24)
  /// The corresponding C constant is `SQLITE_RANGE`.
  public static let range = ResultCode(rawValue: 25)
  /// The corresponding C constant is `SQLITE_NOTADB`.
  public static let notADatabase = ResultCode(rawValue: 26)
  /// The corresponding C constant is `SQLITE_NOTICE`.
  public static let notice = ResultCode(rawValue: 27)
  /// The corresponding C constant is `SQLITE_WARNING`.
  public static let warning = ResultCode(rawValue: 28)
  /// The corresponding C constant is `SQLITE_ROW`.
  public static let row = ResultCode(rawValue: 100)
  /// The corresponding C constant is `SQLITE_DONE`.
  public static let done = ResultCode(rawValue: 101)
}

extension ResultCode {
  /// The corresponding C constant is `SQLITE_ERROR_MISSING_COLLSEQ`.
  public static let errorMissingCollation = ResultCode(rawValue: 257)
  /// The corresponding C constant is `SQLITE_ERROR_RETRY`.
  public static let errorRetry = ResultCode(rawValue: 513)
  /// The corresponding C constant is `SQLITE_ERROR_SNAPSHOT`.
  public static let errorSnapshot = ResultCode(rawValue: 769)
  /// The corresponding C constant is `SQLITE_IOERR_READ`.
  public static let ioErrorRead = ResultCode(rawValue: 266)
  /// The corresponding C constant is `SQLITE_IOERR_SHORT_READ`.
  public static let ioErrorShortRead = ResultCode(rawValue: 522)
  /// The corresponding C constant is `SQLITE_IOERR_WRITE`.
  public static let ioErrorWrite = ResultCode(rawValue: 778)
  /// The corresponding C constant is `SQLITE_IOERR_FSYNC`.
  public static let ioErrorFsync = ResultCode(rawValue: 1034)
  /// The corresponding C constant is `SQLITE_IOERR_DIR_FSYNC`.
  public static let ioErrorDirectoryFsync = ResultCode(rawValue: 1290)
  /// The corresponding C constant is `SQLITE_IOERR_TRUNCATE`.
  public static let ioErrorTruncate = ResultCode(rawValue: 1546)
  /// The corresponding C constant is `SQLITE_IOERR_FSTAT`.
  public static let ioErrorFstat = ResultCode(rawValue: 1802)
  /// The corresponding C constant is `SQLITE_IOERR_UNLOCK`.
  public static let ioErrorUnlock = ResultCode(rawValue: 2058)
  /// The corresponding C constant is `SQLITE_IOERR_RDLOCK`.
  public static let ioErrorReadLock = ResultCode(rawValue: 2314)
  /// The corresponding C constant is `SQLITE_IOERR_DELETE`.
  public static let ioErrorDelete = ResultCode(rawValue: 2570)
  /// The corresponding C constant is `SQLITE_IOERR_BLOCKED`.
  public static let ioErrorBlocked = ResultCode(rawValue: 2826)
  /// The corresponding C constant is `SQLITE_IOERR_NOMEM`.
  public static let ioErrorOutOfMemory = ResultCode(rawValue: 3082)
  /// The corresponding C constant is `SQLITE_IOERR_ACCESS`.
  public static let ioErrorAccess = ResultCode(rawValue: 3338)
  /// The corresponding C constant is `SQLITE_IOERR_CHECKRESERVEDLOCK`.
  public static let ioErrorCheckReservedLock = ResultCode(rawValue: 3594)
  /// The corresponding C constant is `SQLITE_IOERR_LOCK`.
  public static let ioErrorLock = ResultCode(rawValue: 3850)
  /// The corresponding C constant is `SQLITE_IOERR_CLOSE`.
  public static let ioErrorClose = ResultCode(rawValue: 4106)
  /// The corresponding C constant is `SQLITE_IOERR_DIR_CLOSE`.
  public static let ioErrorDirectoryClose = ResultCode(rawValue: 4362)
  /// The corresponding C constant is `SQLITE_IOERR_SHMOPEN`.
  public static let ioErrorSharedMemoryOpen = ResultCode(rawValue: 4618)
  /// The corresponding C constant is `SQLITE_IOERR_SHMSIZE`.
  public static let ioErrorSharedMemorySize = ResultCode(rawValue: 4874)
  /// The corresponding C constant is `SQLITE_IOERR_SHMLOCK`.
  public static let ioErrorSharedMemoryLock = ResultCode(rawValue: 5130)
  /// The corresponding C constant is `SQLITE_IOERR_SHMMAP`.
  public static let ioErrorSharedMemoryMap = ResultCode(rawValue: 5386)
  /// The corresponding C constant is `SQLITE_IOERR_SEEK`.
  public static let ioErrorSeek = ResultCode(rawValue: 5642)
  /// The corresponding C constant is `SQLITE_IOERR_DELETE_NOENT`.
  public static let ioErrorDeleteNoent = ResultCode(rawValue: 5898)
  /// The corresponding C constant is `SQLITE_IOERR_MMAP`.
  public static let ioErrorMemoryMap = ResultCode(rawValue: 6154)
  /// The corresponding C constant is `SQLITE_IOERR_GETTEMPPATH`.
  public static let ioErrorGetTemporaryPath = ResultCode(rawValue: 6410)
  /// The corresponding C constant is `SQLITE_IOERR_CONVPATH`.
  public static let ioErrorConvertPath = ResultCode(rawValue: 6666)
  /// The corresponding C constant is `SQLITE_IOERR_VNODE`.
  public static let ioErrorVnode = ResultCode(rawValue: 6922)
  /// The corresponding C constant is `SQLITE_IOERR_AUTH`.
  public static let ioErrorAuthorization = ResultCode(rawValue: 7178)
  /// The corresponding C constant is `SQLITE_IOERR_BEGIN_ATOMIC`.
  public static let ioErrorBeginAtomic = ResultCode(rawValue: 7434)
  /// The corresponding C constant is `SQLITE_IOERR_COMMIT_ATOMIC`.
  public static let ioErrorCommitAtomic = ResultCode(rawValue: 7690)
  /// The corresponding C constant is `SQLITE_IOERR_ROLLBACK_ATOMIC`.
  public static let ioErrorRollbackAtomic = ResultCode(rawValue: 7946)
  /// The corresponding C constant is `SQLITE_IOERR_DATA`.
  public static let ioErrorData = ResultCode(rawValue: 8202)
  /// The corresponding C constant is `SQLITE_IOERR_CORRUPTFS`.
  public static let ioErrorCorruptFileSystem = ResultCode(rawValue: 8458)
  /// The corresponding C constant is `SQLITE_LOCKED_SHAREDCACHE`.
  public static let lockedSharedCache = ResultCode(rawValue: 262)
  /// The corresponding C constant is `SQLITE_LOCKED_VTAB`.
  public static let lockedVirtualTable = ResultCode(rawValue: 518)
  /// The corresponding C constant is `SQLITE_BUSY_RECOVERY`.
  public static let busyRecovery = ResultCode(rawValue: 261)
  /// The corresponding C constant is `SQLITE_BUSY_SNAPSHOT`.
  public static let busySnapshot = ResultCode(rawValue: 517)
  /// The corresponding C constant is `SQLITE_BUSY_TIMEOUT`.
  public static let busyTimeout = ResultCode(rawValue: 773)
  /// The corresponding C constant is `SQLITE_CANTOPEN_NOTEMPDIR`.
  public static let cannotOpenNoTemporaryDirectory = ResultCode(rawValue: 270)
  /// The corresponding C constant is `SQLITE_CANTOPEN_ISDIR`.
  public static let cannotOpenIsDirectory = ResultCode(rawValue: 526)
  /// The corresponding C constant is `SQLITE_CANTOPEN_FULLPATH`.
  public static let cannotOpenFullPath = ResultCode(rawValue: 782)
  /// The corresponding C constant is `SQLITE_CANTOPEN_CONVPATH`.
  public static let cannotOpenConvertPath = ResultCode(rawValue: 1038)
  /// The corresponding C constant is `SQLITE_CANTOPEN_DIRTYWAL`.
  public static let cannotOpenDirtyWAL = ResultCode(rawValue: 1294)
  /// The corresponding C constant is `SQLITE_CANTOPEN_SYMLINK`.
  public static let cannotOpenSymbolicLink = ResultCode(rawValue: 1550)
  /// The corresponding C constant is `SQLITE_CORRUPT_VTAB`.
  public static let corruptVirtualTable = ResultCode(rawValue: 267)
  /// The corresponding C constant is `SQLITE_CORRUPT_SEQUENCE`.
  public static let corruptSequence = ResultCode(rawValue: 523)
  /// The corresponding C constant is `SQLITE_CORRUPT_INDEX`.
  public static let corruptIndex = ResultCode(rawValue: 779)
  /// The corresponding C constant is `SQLITE_READONLY_RECOVERY`.
  public static let readOnlyRecovery = ResultCode(rawValue: 264)
  /// The corresponding C constant is `SQLITE_READONLY_CANTLOCK`.
  public static let readOnlyCannotLock = ResultCode(rawValue: 520)
  /// The corresponding C constant is `SQLITE_READONLY_ROLLBACK`.
  public static let readOnlyRollback = ResultCode(rawValue: 776)
  /// The corresponding C constant is `SQLITE_READONLY_DBMOVED`.
  public static let readOnlyDatabaseMoved = ResultCode(rawValue: 1032)
  /// The corresponding C constant is `SQLITE_READONLY_CANTINIT`.
  public static let readOnlyCannotInitialize = ResultCode(rawValue: 1288)
  /// The corresponding C constant is `SQLITE_READONLY_DIRECTORY`.
  public static let readOnlyDirectory = ResultCode(rawValue: 1544)
  /// The corresponding C constant is `SQLITE_ABORT_ROLLBACK`.
  public static let abortRollback = ResultCode(rawValue: 516)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_CHECK`.
  public static let constraintCheck = ResultCode(rawValue: 275)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_COMMITHOOK`.
  public static let constraintCommitHook = ResultCode(rawValue: 531)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_FOREIGNKEY`.
  public static let constraintForeignKey = ResultCode(rawValue: 787)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_FUNCTION`.
  public static let constraintFunction = ResultCode(rawValue: 1043)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_NOTNULL`.
  public static let constraintNotNull = ResultCode(rawValue: 1299)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_PRIMARYKEY`.
  public static let constraintPrimaryKey = ResultCode(rawValue: 1555)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_TRIGGER`.
  public static let constraintTrigger = ResultCode(rawValue: 1811)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_UNIQUE`.
  public static let constraintUnique = ResultCode(rawValue: 2067)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_VTAB`.
  public static let constraintVirtualTable = ResultCode(rawValue: 2323)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_ROWID`.
  public static let constraintRowID = ResultCode(rawValue: 2579)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_PINNED`.
  public static let constraintPinned = ResultCode(rawValue: 2835)
  /// The corresponding C constant is `SQLITE_CONSTRAINT_DATATYPE`.
  public static let constraintDataType = ResultCode(rawValue: 3091)
  /// The corresponding C constant is `SQLITE_NOTICE_RECOVER_WAL`.
  public static let noticeRecoverWAL = ResultCode(rawValue: 283)
  /// The corresponding C constant is `SQLITE_NOTICE_RECOVER_ROLLBACK`.
  public static let noticeRecoverRollback = ResultCode(rawValue: 539)
  /// The corresponding C constant is `SQLITE_WARNING_AUTOINDEX`.
  public static let warningAutomaticIndex = ResultCode(rawValue: 284)
  /// The corresponding C constant is `SQLITE_AUTH_USER`.
  public static let notAuthorizedUser = ResultCode(rawValue: 279)
  /// The corresponding C constant is `SQLITE_OK_LOAD_PERMANENTLY`.
  public static let okLoadPermanently = ResultCode(rawValue: 256)
  /// The corresponding C constant is `SQLITE_OK_SYMLINK`.
  public static let okSymbolicLink = ResultCode(rawValue: 512)
}

extension ResultCode: CustomStringConvertible {
  /// SQLite's number and its English description.
  public var description: String { "\(rawValue) (\(name))" }

  /// SQLite's English description of the code.
  public var name: String { unsafe String(cString: sqlite3_errstr(rawValue)) }
}
