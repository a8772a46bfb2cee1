// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are SQLite's own: https://www.sqlite.org/rescode.html

extension ResultCode {
  /// A pattern that matches a result code, under SQLite's own name.
  ///
  /// ```swift
  /// catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT { … }
  /// catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE { … }
  /// ```
  ///
  /// The pattern of a primary code also matches its extended codes: `SQLITE_CONSTRAINT` matches the
  /// error of a violated `UNIQUE` constraint. In contrast,
  /// `error.extendedResultCode == .constraint` is false for that error, since it compares the exact
  /// codes.
  public struct Pattern: Sendable, Hashable {
    /// The code.
    public let code: ResultCode

    /// Creates a pattern from a code.
    public init(_ code: ResultCode) { self.code = code }

    /// The primary result code.
    public var primaryResultCode: ResultCode { code.primary }
  }
}

/// A type that provides SQLite's result codes under their own names.
@_documentation(visibility: internal)
public protocol _NamesResultCodes {
  /// The type of the names: a code, or a pattern.
  associatedtype Named
  /// Returns the code or the pattern that a name stands for.
  static func _named(_ code: ResultCode) -> Named
}

extension ResultCode: _NamesResultCodes {
  /// Returns the code itself.
  @_documentation(visibility: internal)
  public static func _named(_ code: ResultCode) -> ResultCode { code }
}

extension ResultCode.Pattern: _NamesResultCodes {
  /// Returns the pattern of a code.
  @_documentation(visibility: internal)
  public static func _named(_ code: ResultCode) -> ResultCode.Pattern { Self(code) }
}

extension _NamesResultCodes {
  /// `SQLITE_OK`, which is ``ResultCode/ok``.
  public static var SQLITE_OK: Named { _named(.ok) }
  /// `SQLITE_ERROR`, which is ``ResultCode/error``.
  public static var SQLITE_ERROR: Named { _named(.error) }
  /// `SQLITE_INTERNAL`, which is ``ResultCode/internalError``.
  public static var SQLITE_INTERNAL: Named { _named(.internalError) }
  /// `SQLITE_PERM`, which is ``ResultCode/permission``.
  public static var SQLITE_PERM: Named { _named(.permission) }
  /// `SQLITE_ABORT`, which is ``ResultCode/abort``.
  public static var SQLITE_ABORT: Named { _named(.abort) }
  /// `SQLITE_BUSY`, which is ``ResultCode/busy``.
  public static var SQLITE_BUSY: Named { _named(.busy) }
  /// `SQLITE_LOCKED`, which is ``ResultCode/locked``.
  public static var SQLITE_LOCKED: Named { _named(.locked) }
  /// `SQLITE_NOMEM`, which is ``ResultCode/outOfMemory``.
  public static var SQLITE_NOMEM: Named { _named(.outOfMemory) }
  /// `SQLITE_READONLY`, which is ``ResultCode/readOnly``.
  public static var SQLITE_READONLY: Named { _named(.readOnly) }
  /// `SQLITE_INTERRUPT`, which is ``ResultCode/interrupt``.
  public static var SQLITE_INTERRUPT: Named { _named(.interrupt) }
  /// `SQLITE_IOERR`, which is ``ResultCode/ioError``.
  public static var SQLITE_IOERR: Named { _named(.ioError) }
  /// `SQLITE_CORRUPT`, which is ``ResultCode/corrupt``.
  public static var SQLITE_CORRUPT: Named { _named(.corrupt) }
  /// `SQLITE_NOTFOUND`, which is ``ResultCode/notFound``.
  public static var SQLITE_NOTFOUND: Named { _named(.notFound) }
  /// `SQLITE_FULL`, which is ``ResultCode/full``.
  public static var SQLITE_FULL: Named { _named(.full) }
  /// `SQLITE_CANTOPEN`, which is ``ResultCode/cannotOpen``.
  public static var SQLITE_CANTOPEN: Named { _named(.cannotOpen) }
  /// `SQLITE_PROTOCOL`, which is ``ResultCode/lockProtocol``.
  public static var SQLITE_PROTOCOL: Named { _named(.lockProtocol) }
  /// `SQLITE_EMPTY`, which is ``ResultCode/empty``.
  public static var SQLITE_EMPTY: Named { _named(.empty) }
  /// `SQLITE_SCHEMA`, which is ``ResultCode/schema``.
  public static var SQLITE_SCHEMA: Named { _named(.schema) }
  /// `SQLITE_TOOBIG`, which is ``ResultCode/tooBig``.
  public static var SQLITE_TOOBIG: Named { _named(.tooBig) }
  /// `SQLITE_CONSTRAINT`, which is ``ResultCode/constraint``.
  public static var SQLITE_CONSTRAINT: Named { _named(.constraint) }
  /// `SQLITE_MISMATCH`, which is ``ResultCode/mismatch``.
  public static var SQLITE_MISMATCH: Named { _named(.mismatch) }
  /// `SQLITE_MISUSE`, which is ``ResultCode/misuse``.
  public static var SQLITE_MISUSE: Named { _named(.misuse) }
  /// `SQLITE_NOLFS`, which is ``ResultCode/noLargeFileSupport``.
  public static var SQLITE_NOLFS: Named { _named(.noLargeFileSupport) }
  /// `SQLITE_AUTH`, which is ``ResultCode/notAuthorized``.
  public static var SQLITE_AUTH: Named { _named(.notAuthorized) }
  /// `SQLITE_FORMAT`, which is ``ResultCode/format``.
  public static var SQLITE_FORMAT: Named { _named(.format) }
  /// `SQLITE_RANGE`, which is ``ResultCode/range``.
  public static var SQLITE_RANGE: Named { _named(.range) }
  /// `SQLITE_NOTADB`, which is ``ResultCode/notADatabase``.
  public static var SQLITE_NOTADB: Named { _named(.notADatabase) }
  /// `SQLITE_NOTICE`, which is ``ResultCode/notice``.
  public static var SQLITE_NOTICE: Named { _named(.notice) }
  /// `SQLITE_WARNING`, which is ``ResultCode/warning``.
  public static var SQLITE_WARNING: Named { _named(.warning) }
  /// `SQLITE_ROW`, which is ``ResultCode/row``.
  public static var SQLITE_ROW: Named { _named(.row) }
  /// `SQLITE_DONE`, which is ``ResultCode/done``.
  public static var SQLITE_DONE: Named { _named(.done) }
  /// `SQLITE_ERROR_MISSING_COLLSEQ`, which is ``ResultCode/errorMissingCollation``.
  public static var SQLITE_ERROR_MISSING_COLLSEQ: Named {
    _named(.errorMissingCollation)
  }
  /// `SQLITE_ERROR_RETRY`, which is ``ResultCode/errorRetry``.
  public static var SQLITE_ERROR_RETRY: Named { _named(.errorRetry) }
  /// `SQLITE_ERROR_SNAPSHOT`, which is ``ResultCode/errorSnapshot``.
  public static var SQLITE_ERROR_SNAPSHOT: Named { _named(.errorSnapshot) }
  /// `SQLITE_IOERR_READ`, which is ``ResultCode/ioErrorRead``.
  public static var SQLITE_IOERR_READ: Named { _named(.ioErrorRead) }
  /// `SQLITE_IOERR_SHORT_READ`, which is ``ResultCode/ioErrorShortRead``.
  public static var SQLITE_IOERR_SHORT_READ: Named {
    _named(.ioErrorShortRead)
  }
  /// `SQLITE_IOERR_WRITE`, which is ``ResultCode/ioErrorWrite``.
  public static var SQLITE_IOERR_WRITE: Named { _named(.ioErrorWrite) }
  /// `SQLITE_IOERR_FSYNC`, which is ``ResultCode/ioErrorFsync``.
  public static var SQLITE_IOERR_FSYNC: Named { _named(.ioErrorFsync) }
  /// `SQLITE_IOERR_DIR_FSYNC`, which is ``ResultCode/ioErrorDirectoryFsync``.
  public static var SQLITE_IOERR_DIR_FSYNC: Named {
    _named(.ioErrorDirectoryFsync)
  }
  /// `SQLITE_IOERR_TRUNCATE`, which is ``ResultCode/ioErrorTruncate``.
  public static var SQLITE_IOERR_TRUNCATE: Named {
    _named(.ioErrorTruncate)
  }
  /// `SQLITE_IOERR_FSTAT`, which is ``ResultCode/ioErrorFstat``.
  public static var SQLITE_IOERR_FSTAT: Named { _named(.ioErrorFstat) }
  /// `SQLITE_IOERR_UNLOCK`, which is ``ResultCode/ioErrorUnlock``.
  public static var SQLITE_IOERR_UNLOCK: Named { _named(.ioErrorUnlock) }
  /// `SQLITE_IOERR_RDLOCK`, which is ``ResultCode/ioErrorReadLock``.
  public static var SQLITE_IOERR_RDLOCK: Named { _named(.ioErrorReadLock) }
  /// `SQLITE_IOERR_DELETE`, which is ``ResultCode/ioErrorDelete``.
  public static var SQLITE_IOERR_DELETE: Named { _named(.ioErrorDelete) }
  /// `SQLITE_IOERR_BLOCKED`, which is ``ResultCode/ioErrorBlocked``.
  public static var SQLITE_IOERR_BLOCKED: Named { _named(.ioErrorBlocked) }
  /// `SQLITE_IOERR_NOMEM`, which is ``ResultCode/ioErrorOutOfMemory``.
  public static var SQLITE_IOERR_NOMEM: Named {
    _named(.ioErrorOutOfMemory)
  }
  /// `SQLITE_IOERR_ACCESS`, which is ``ResultCode/ioErrorAccess``.
  public static var SQLITE_IOERR_ACCESS: Named { _named(.ioErrorAccess) }
  /// `SQLITE_IOERR_CHECKRESERVEDLOCK`, which is ``ResultCode/ioErrorCheckReservedLock``.
  public static var SQLITE_IOERR_CHECKRESERVEDLOCK: Named {
    _named(.ioErrorCheckReservedLock)
  }
  /// `SQLITE_IOERR_LOCK`, which is ``ResultCode/ioErrorLock``.
  public static var SQLITE_IOERR_LOCK: Named { _named(.ioErrorLock) }
  /// `SQLITE_IOERR_CLOSE`, which is ``ResultCode/ioErrorClose``.
  public static var SQLITE_IOERR_CLOSE: Named { _named(.ioErrorClose) }
  /// `SQLITE_IOERR_DIR_CLOSE`, which is ``ResultCode/ioErrorDirectoryClose``.
  public static var SQLITE_IOERR_DIR_CLOSE: Named {
    _named(.ioErrorDirectoryClose)
  }
  /// `SQLITE_IOERR_SHMOPEN`, which is ``ResultCode/ioErrorSharedMemoryOpen``.
  public static var SQLITE_IOERR_SHMOPEN: Named {
    _named(.ioErrorSharedMemoryOpen)
  }
  /// `SQLITE_IOERR_SHMSIZE`, which is ``ResultCode/ioErrorSharedMemorySize``.
  public static var SQLITE_IOERR_SHMSIZE: Named {
    _named(.ioErrorSharedMemorySize)
  }
  /// `SQLITE_IOERR_SHMLOCK`, which is ``ResultCode/ioErrorSharedMemoryLock``.
  public static var SQLITE_IOERR_SHMLOCK: Named {
    _named(.ioErrorSharedMemoryLock)
  }
  /// `SQLITE_IOERR_SHMMAP`, which is ``ResultCode/ioErrorSharedMemoryMap``.
  public static var SQLITE_IOERR_SHMMAP: Named {
    _named(.ioErrorSharedMemoryMap)
  }
  /// `SQLITE_IOERR_SEEK`, which is ``ResultCode/ioErrorSeek``.
  public static var SQLITE_IOERR_SEEK: Named { _named(.ioErrorSeek) }
  /// `SQLITE_IOERR_DELETE_NOENT`, which is ``ResultCode/ioErrorDeleteNoent``.
  public static var SQLITE_IOERR_DELETE_NOENT: Named {
    _named(.ioErrorDeleteNoent)
  }
  /// `SQLITE_IOERR_MMAP`, which is ``ResultCode/ioErrorMemoryMap``.
  public static var SQLITE_IOERR_MMAP: Named { _named(.ioErrorMemoryMap) }
  /// `SQLITE_IOERR_GETTEMPPATH`, which is ``ResultCode/ioErrorGetTemporaryPath``.
  public static var SQLITE_IOERR_GETTEMPPATH: Named {
    _named(.ioErrorGetTemporaryPath)
  }
  /// `SQLITE_IOERR_CONVPATH`, which is ``ResultCode/ioErrorConvertPath``.
  public static var SQLITE_IOERR_CONVPATH: Named {
    _named(.ioErrorConvertPath)
  }
  /// `SQLITE_IOERR_VNODE`, which is ``ResultCode/ioErrorVnode``.
  public static var SQLITE_IOERR_VNODE: Named { _named(.ioErrorVnode) }
  /// `SQLITE_IOERR_AUTH`, which is ``ResultCode/ioErrorAuthorization``.
  public static var SQLITE_IOERR_AUTH: Named {
    _named(.ioErrorAuthorization)
  }
  /// `SQLITE_IOERR_BEGIN_ATOMIC`, which is ``ResultCode/ioErrorBeginAtomic``.
  public static var SQLITE_IOERR_BEGIN_ATOMIC: Named {
    _named(.ioErrorBeginAtomic)
  }
  /// `SQLITE_IOERR_COMMIT_ATOMIC`, which is ``ResultCode/ioErrorCommitAtomic``.
  public static var SQLITE_IOERR_COMMIT_ATOMIC: Named {
    _named(.ioErrorCommitAtomic)
  }
  /// `SQLITE_IOERR_ROLLBACK_ATOMIC`, which is ``ResultCode/ioErrorRollbackAtomic``.
  public static var SQLITE_IOERR_ROLLBACK_ATOMIC: Named {
    _named(.ioErrorRollbackAtomic)
  }
  /// `SQLITE_IOERR_DATA`, which is ``ResultCode/ioErrorData``.
  public static var SQLITE_IOERR_DATA: Named { _named(.ioErrorData) }
  /// `SQLITE_IOERR_CORRUPTFS`, which is ``ResultCode/ioErrorCorruptFileSystem``.
  public static var SQLITE_IOERR_CORRUPTFS: Named {
    _named(.ioErrorCorruptFileSystem)
  }
  /// `SQLITE_LOCKED_SHAREDCACHE`, which is ``ResultCode/lockedSharedCache``.
  public static var SQLITE_LOCKED_SHAREDCACHE: Named {
    _named(.lockedSharedCache)
  }
  /// `SQLITE_LOCKED_VTAB`, which is ``ResultCode/lockedVirtualTable``.
  public static var SQLITE_LOCKED_VTAB: Named {
    _named(.lockedVirtualTable)
  }
  /// `SQLITE_BUSY_RECOVERY`, which is ``ResultCode/busyRecovery``.
  public static var SQLITE_BUSY_RECOVERY: Named { _named(.busyRecovery) }
  /// `SQLITE_BUSY_SNAPSHOT`, which is ``ResultCode/busySnapshot``.
  public static var SQLITE_BUSY_SNAPSHOT: Named { _named(.busySnapshot) }
  /// `SQLITE_BUSY_TIMEOUT`, which is ``ResultCode/busyTimeout``.
  public static var SQLITE_BUSY_TIMEOUT: Named { _named(.busyTimeout) }
  /// `SQLITE_CANTOPEN_NOTEMPDIR`, which is ``ResultCode/cannotOpenNoTemporaryDirectory``.
  public static var SQLITE_CANTOPEN_NOTEMPDIR: Named {
    _named(.cannotOpenNoTemporaryDirectory)
  }
  /// `SQLITE_CANTOPEN_ISDIR`, which is ``ResultCode/cannotOpenIsDirectory``.
  public static var SQLITE_CANTOPEN_ISDIR: Named {
    _named(.cannotOpenIsDirectory)
  }
  /// `SQLITE_CANTOPEN_FULLPATH`, which is ``ResultCode/cannotOpenFullPath``.
  public static var SQLITE_CANTOPEN_FULLPATH: Named {
    _named(.cannotOpenFullPath)
  }
  /// `SQLITE_CANTOPEN_CONVPATH`, which is ``ResultCode/cannotOpenConvertPath``.
  public static var SQLITE_CANTOPEN_CONVPATH: Named {
    _named(.cannotOpenConvertPath)
  }
  /// `SQLITE_CANTOPEN_DIRTYWAL`, which is ``ResultCode/cannotOpenDirtyWAL``.
  public static var SQLITE_CANTOPEN_DIRTYWAL: Named {
    _named(.cannotOpenDirtyWAL)
  }
  /// `SQLITE_CANTOPEN_SYMLINK`, which is ``ResultCode/cannotOpenSymbolicLink``.
  public static var SQLITE_CANTOPEN_SYMLINK: Named {
    _named(.cannotOpenSymbolicLink)
  }
  /// `SQLITE_CORRUPT_VTAB`, which is ``ResultCode/corruptVirtualTable``.
  public static var SQLITE_CORRUPT_VTAB: Named {
    _named(.corruptVirtualTable)
  }
  /// `SQLITE_CORRUPT_SEQUENCE`, which is ``ResultCode/corruptSequence``.
  public static var SQLITE_CORRUPT_SEQUENCE: Named {
    _named(.corruptSequence)
  }
  /// `SQLITE_CORRUPT_INDEX`, which is ``ResultCode/corruptIndex``.
  public static var SQLITE_CORRUPT_INDEX: Named { _named(.corruptIndex) }
  /// `SQLITE_READONLY_RECOVERY`, which is ``ResultCode/readOnlyRecovery``.
  public static var SQLITE_READONLY_RECOVERY: Named {
    _named(.readOnlyRecovery)
  }
  /// `SQLITE_READONLY_CANTLOCK`, which is ``ResultCode/readOnlyCannotLock``.
  public static var SQLITE_READONLY_CANTLOCK: Named {
    _named(.readOnlyCannotLock)
  }
  /// `SQLITE_READONLY_ROLLBACK`, which is ``ResultCode/readOnlyRollback``.
  public static var SQLITE_READONLY_ROLLBACK: Named {
    _named(.readOnlyRollback)
  }
  /// `SQLITE_READONLY_DBMOVED`, which is ``ResultCode/readOnlyDatabaseMoved``.
  public static var SQLITE_READONLY_DBMOVED: Named {
    _named(.readOnlyDatabaseMoved)
  }
  /// `SQLITE_READONLY_CANTINIT`, which is ``ResultCode/readOnlyCannotInitialize``.
  public static var SQLITE_READONLY_CANTINIT: Named {
    _named(.readOnlyCannotInitialize)
  }
  /// `SQLITE_READONLY_DIRECTORY`, which is ``ResultCode/readOnlyDirectory``.
  public static var SQLITE_READONLY_DIRECTORY: Named {
    _named(.readOnlyDirectory)
  }
  /// `SQLITE_ABORT_ROLLBACK`, which is ``ResultCode/abortRollback``.
  public static var SQLITE_ABORT_ROLLBACK: Named { _named(.abortRollback) }
  /// `SQLITE_CONSTRAINT_CHECK`, which is ``ResultCode/constraintCheck``.
  public static var SQLITE_CONSTRAINT_CHECK: Named {
    _named(.constraintCheck)
  }
  /// `SQLITE_CONSTRAINT_COMMITHOOK`, which is ``ResultCode/constraintCommitHook``.
  public static var SQLITE_CONSTRAINT_COMMITHOOK: Named {
    _named(.constraintCommitHook)
  }
  /// `SQLITE_CONSTRAINT_FOREIGNKEY`, which is ``ResultCode/constraintForeignKey``.
  public static var SQLITE_CONSTRAINT_FOREIGNKEY: Named {
    _named(.constraintForeignKey)
  }
  /// `SQLITE_CONSTRAINT_FUNCTION`, which is ``ResultCode/constraintFunction``.
  public static var SQLITE_CONSTRAINT_FUNCTION: Named {
    _named(.constraintFunction)
  }
  /// `SQLITE_CONSTRAINT_NOTNULL`, which is ``ResultCode/constraintNotNull``.
  public static var SQLITE_CONSTRAINT_NOTNULL: Named {
    _named(.constraintNotNull)
  }
  /// `SQLITE_CONSTRAINT_PRIMARYKEY`, which is ``ResultCode/constraintPrimaryKey``.
  public static var SQLITE_CONSTRAINT_PRIMARYKEY: Named {
    _named(.constraintPrimaryKey)
  }
  /// `SQLITE_CONSTRAINT_TRIGGER`, which is ``ResultCode/constraintTrigger``.
  public static var SQLITE_CONSTRAINT_TRIGGER: Named {
    _named(.constraintTrigger)
  }
  /// `SQLITE_CONSTRAINT_UNIQUE`, which is ``ResultCode/constraintUnique``.
  public static var SQLITE_CONSTRAINT_UNIQUE: Named {
    _named(.constraintUnique)
  }
  /// `SQLITE_CONSTRAINT_VTAB`, which is ``ResultCode/constraintVirtualTable``.
  public static var SQLITE_CONSTRAINT_VTAB: Named {
    _named(.constraintVirtualTable)
  }
  /// `SQLITE_CONSTRAINT_ROWID`, which is ``ResultCode/constraintRowID``.
  public static var SQLITE_CONSTRAINT_ROWID: Named {
    _named(.constraintRowID)
  }
  /// `SQLITE_CONSTRAINT_PINNED`, which is ``ResultCode/constraintPinned``.
  public static var SQLITE_CONSTRAINT_PINNED: Named {
    _named(.constraintPinned)
  }
  /// `SQLITE_CONSTRAINT_DATATYPE`, which is ``ResultCode/constraintDataType``.
  public static var SQLITE_CONSTRAINT_DATATYPE: Named {
    _named(.constraintDataType)
  }
  /// `SQLITE_NOTICE_RECOVER_WAL`, which is ``ResultCode/noticeRecoverWAL``.
  public static var SQLITE_NOTICE_RECOVER_WAL: Named {
    _named(.noticeRecoverWAL)
  }
  /// `SQLITE_NOTICE_RECOVER_ROLLBACK`, which is ``ResultCode/noticeRecoverRollback``.
  public static var SQLITE_NOTICE_RECOVER_ROLLBACK: Named {
    _named(.noticeRecoverRollback)
  }
  /// `SQLITE_WARNING_AUTOINDEX`, which is ``ResultCode/warningAutomaticIndex``.
  public static var SQLITE_WARNING_AUTOINDEX: Named {
    _named(.warningAutomaticIndex)
  }
  /// `SQLITE_AUTH_USER`, which is ``ResultCode/notAuthorizedUser``.
  public static var SQLITE_AUTH_USER: Named { _named(.notAuthorizedUser) }
  /// `SQLITE_OK_LOAD_PERMANENTLY`, which is ``ResultCode/okLoadPermanently``.
  public static var SQLITE_OK_LOAD_PERMANENTLY: Named {
    _named(.okLoadPermanently)
  }
  /// `SQLITE_OK_SYMLINK`, which is ``ResultCode/okSymbolicLink``.
  public static var SQLITE_OK_SYMLINK: Named { _named(.okSymbolicLink) }
}
