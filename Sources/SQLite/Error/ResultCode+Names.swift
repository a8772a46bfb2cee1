// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are SQLite's own: https://www.sqlite.org/rescode.html

extension ResultCode {
  /// A pattern that matches a result code, under SQLite's own name.
  ///
  /// ```swift
  /// catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT { … }
  /// catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE { … }
  /// ```
  ///
  /// The pattern of a primary code also matches its extended codes: `SQLITE_CONSTRAINT` matches the
  /// error of a violated `UNIQUE` constraint. In contrast, `error.resultCode == .constraint` is
  /// false for that error, since it compares the exact codes.
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
public protocol _NamesResultCodes {}

extension ResultCode: _NamesResultCodes {}
extension ResultCode.Pattern: _NamesResultCodes {}

extension _NamesResultCodes {
  /// `SQLITE_OK`, which is ``ResultCode/ok``.
  public static var SQLITE_OK: ResultCode.Pattern { ResultCode.Pattern(.ok) }
  /// `SQLITE_ERROR`, which is ``ResultCode/error``.
  public static var SQLITE_ERROR: ResultCode.Pattern { ResultCode.Pattern(.error) }
  /// `SQLITE_INTERNAL`, which is ``ResultCode/internalError``.
  public static var SQLITE_INTERNAL: ResultCode.Pattern { ResultCode.Pattern(.internalError) }
  /// `SQLITE_PERM`, which is ``ResultCode/permission``.
  public static var SQLITE_PERM: ResultCode.Pattern { ResultCode.Pattern(.permission) }
  /// `SQLITE_ABORT`, which is ``ResultCode/abort``.
  public static var SQLITE_ABORT: ResultCode.Pattern { ResultCode.Pattern(.abort) }
  /// `SQLITE_BUSY`, which is ``ResultCode/busy``.
  public static var SQLITE_BUSY: ResultCode.Pattern { ResultCode.Pattern(.busy) }
  /// `SQLITE_LOCKED`, which is ``ResultCode/locked``.
  public static var SQLITE_LOCKED: ResultCode.Pattern { ResultCode.Pattern(.locked) }
  /// `SQLITE_NOMEM`, which is ``ResultCode/outOfMemory``.
  public static var SQLITE_NOMEM: ResultCode.Pattern { ResultCode.Pattern(.outOfMemory) }
  /// `SQLITE_READONLY`, which is ``ResultCode/readOnly``.
  public static var SQLITE_READONLY: ResultCode.Pattern { ResultCode.Pattern(.readOnly) }
  /// `SQLITE_INTERRUPT`, which is ``ResultCode/interrupt``.
  public static var SQLITE_INTERRUPT: ResultCode.Pattern { ResultCode.Pattern(.interrupt) }
  /// `SQLITE_IOERR`, which is ``ResultCode/ioError``.
  public static var SQLITE_IOERR: ResultCode.Pattern { ResultCode.Pattern(.ioError) }
  /// `SQLITE_CORRUPT`, which is ``ResultCode/corrupt``.
  public static var SQLITE_CORRUPT: ResultCode.Pattern { ResultCode.Pattern(.corrupt) }
  /// `SQLITE_NOTFOUND`, which is ``ResultCode/notFound``.
  public static var SQLITE_NOTFOUND: ResultCode.Pattern { ResultCode.Pattern(.notFound) }
  /// `SQLITE_FULL`, which is ``ResultCode/full``.
  public static var SQLITE_FULL: ResultCode.Pattern { ResultCode.Pattern(.full) }
  /// `SQLITE_CANTOPEN`, which is ``ResultCode/cannotOpen``.
  public static var SQLITE_CANTOPEN: ResultCode.Pattern { ResultCode.Pattern(.cannotOpen) }
  /// `SQLITE_PROTOCOL`, which is ``ResultCode/lockProtocol``.
  public static var SQLITE_PROTOCOL: ResultCode.Pattern { ResultCode.Pattern(.lockProtocol) }
  /// `SQLITE_EMPTY`, which is ``ResultCode/empty``.
  public static var SQLITE_EMPTY: ResultCode.Pattern { ResultCode.Pattern(.empty) }
  /// `SQLITE_SCHEMA`, which is ``ResultCode/schema``.
  public static var SQLITE_SCHEMA: ResultCode.Pattern { ResultCode.Pattern(.schema) }
  /// `SQLITE_TOOBIG`, which is ``ResultCode/tooBig``.
  public static var SQLITE_TOOBIG: ResultCode.Pattern { ResultCode.Pattern(.tooBig) }
  /// `SQLITE_CONSTRAINT`, which is ``ResultCode/constraint``.
  public static var SQLITE_CONSTRAINT: ResultCode.Pattern { ResultCode.Pattern(.constraint) }
  /// `SQLITE_MISMATCH`, which is ``ResultCode/mismatch``.
  public static var SQLITE_MISMATCH: ResultCode.Pattern { ResultCode.Pattern(.mismatch) }
  /// `SQLITE_MISUSE`, which is ``ResultCode/misuse``.
  public static var SQLITE_MISUSE: ResultCode.Pattern { ResultCode.Pattern(.misuse) }
  /// `SQLITE_NOLFS`, which is ``ResultCode/noLargeFileSupport``.
  public static var SQLITE_NOLFS: ResultCode.Pattern { ResultCode.Pattern(.noLargeFileSupport) }
  /// `SQLITE_AUTH`, which is ``ResultCode/notAuthorized``.
  public static var SQLITE_AUTH: ResultCode.Pattern { ResultCode.Pattern(.notAuthorized) }
  /// `SQLITE_FORMAT`, which is ``ResultCode/format``.
  public static var SQLITE_FORMAT: ResultCode.Pattern { ResultCode.Pattern(.format) }
  /// `SQLITE_RANGE`, which is ``ResultCode/range``.
  public static var SQLITE_RANGE: ResultCode.Pattern { ResultCode.Pattern(.range) }
  /// `SQLITE_NOTADB`, which is ``ResultCode/notADatabase``.
  public static var SQLITE_NOTADB: ResultCode.Pattern { ResultCode.Pattern(.notADatabase) }
  /// `SQLITE_NOTICE`, which is ``ResultCode/notice``.
  public static var SQLITE_NOTICE: ResultCode.Pattern { ResultCode.Pattern(.notice) }
  /// `SQLITE_WARNING`, which is ``ResultCode/warning``.
  public static var SQLITE_WARNING: ResultCode.Pattern { ResultCode.Pattern(.warning) }
  /// `SQLITE_ROW`, which is ``ResultCode/row``.
  public static var SQLITE_ROW: ResultCode.Pattern { ResultCode.Pattern(.row) }
  /// `SQLITE_DONE`, which is ``ResultCode/done``.
  public static var SQLITE_DONE: ResultCode.Pattern { ResultCode.Pattern(.done) }
  /// `SQLITE_ERROR_MISSING_COLLSEQ`, which is ``ResultCode/errorMissingCollation``.
  public static var SQLITE_ERROR_MISSING_COLLSEQ: ResultCode.Pattern {
    ResultCode.Pattern(.errorMissingCollation)
  }
  /// `SQLITE_ERROR_RETRY`, which is ``ResultCode/errorRetry``.
  public static var SQLITE_ERROR_RETRY: ResultCode.Pattern { ResultCode.Pattern(.errorRetry) }
  /// `SQLITE_ERROR_SNAPSHOT`, which is ``ResultCode/errorSnapshot``.
  public static var SQLITE_ERROR_SNAPSHOT: ResultCode.Pattern { ResultCode.Pattern(.errorSnapshot) }
  /// `SQLITE_IOERR_READ`, which is ``ResultCode/ioErrorRead``.
  public static var SQLITE_IOERR_READ: ResultCode.Pattern { ResultCode.Pattern(.ioErrorRead) }
  /// `SQLITE_IOERR_SHORT_READ`, which is ``ResultCode/ioErrorShortRead``.
  public static var SQLITE_IOERR_SHORT_READ: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorShortRead)
  }
  /// `SQLITE_IOERR_WRITE`, which is ``ResultCode/ioErrorWrite``.
  public static var SQLITE_IOERR_WRITE: ResultCode.Pattern { ResultCode.Pattern(.ioErrorWrite) }
  /// `SQLITE_IOERR_FSYNC`, which is ``ResultCode/ioErrorFsync``.
  public static var SQLITE_IOERR_FSYNC: ResultCode.Pattern { ResultCode.Pattern(.ioErrorFsync) }
  /// `SQLITE_IOERR_DIR_FSYNC`, which is ``ResultCode/ioErrorDirectoryFsync``.
  public static var SQLITE_IOERR_DIR_FSYNC: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorDirectoryFsync)
  }
  /// `SQLITE_IOERR_TRUNCATE`, which is ``ResultCode/ioErrorTruncate``.
  public static var SQLITE_IOERR_TRUNCATE: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorTruncate)
  }
  /// `SQLITE_IOERR_FSTAT`, which is ``ResultCode/ioErrorFstat``.
  public static var SQLITE_IOERR_FSTAT: ResultCode.Pattern { ResultCode.Pattern(.ioErrorFstat) }
  /// `SQLITE_IOERR_UNLOCK`, which is ``ResultCode/ioErrorUnlock``.
  public static var SQLITE_IOERR_UNLOCK: ResultCode.Pattern { ResultCode.Pattern(.ioErrorUnlock) }
  /// `SQLITE_IOERR_RDLOCK`, which is ``ResultCode/ioErrorReadLock``.
  public static var SQLITE_IOERR_RDLOCK: ResultCode.Pattern { ResultCode.Pattern(.ioErrorReadLock) }
  /// `SQLITE_IOERR_DELETE`, which is ``ResultCode/ioErrorDelete``.
  public static var SQLITE_IOERR_DELETE: ResultCode.Pattern { ResultCode.Pattern(.ioErrorDelete) }
  /// `SQLITE_IOERR_BLOCKED`, which is ``ResultCode/ioErrorBlocked``.
  public static var SQLITE_IOERR_BLOCKED: ResultCode.Pattern { ResultCode.Pattern(.ioErrorBlocked) }
  /// `SQLITE_IOERR_NOMEM`, which is ``ResultCode/ioErrorOutOfMemory``.
  public static var SQLITE_IOERR_NOMEM: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorOutOfMemory)
  }
  /// `SQLITE_IOERR_ACCESS`, which is ``ResultCode/ioErrorAccess``.
  public static var SQLITE_IOERR_ACCESS: ResultCode.Pattern { ResultCode.Pattern(.ioErrorAccess) }
  /// `SQLITE_IOERR_CHECKRESERVEDLOCK`, which is ``ResultCode/ioErrorCheckReservedLock``.
  public static var SQLITE_IOERR_CHECKRESERVEDLOCK: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorCheckReservedLock)
  }
  /// `SQLITE_IOERR_LOCK`, which is ``ResultCode/ioErrorLock``.
  public static var SQLITE_IOERR_LOCK: ResultCode.Pattern { ResultCode.Pattern(.ioErrorLock) }
  /// `SQLITE_IOERR_CLOSE`, which is ``ResultCode/ioErrorClose``.
  public static var SQLITE_IOERR_CLOSE: ResultCode.Pattern { ResultCode.Pattern(.ioErrorClose) }
  /// `SQLITE_IOERR_DIR_CLOSE`, which is ``ResultCode/ioErrorDirectoryClose``.
  public static var SQLITE_IOERR_DIR_CLOSE: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorDirectoryClose)
  }
  /// `SQLITE_IOERR_SHMOPEN`, which is ``ResultCode/ioErrorSharedMemoryOpen``.
  public static var SQLITE_IOERR_SHMOPEN: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorSharedMemoryOpen)
  }
  /// `SQLITE_IOERR_SHMSIZE`, which is ``ResultCode/ioErrorSharedMemorySize``.
  public static var SQLITE_IOERR_SHMSIZE: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorSharedMemorySize)
  }
  /// `SQLITE_IOERR_SHMLOCK`, which is ``ResultCode/ioErrorSharedMemoryLock``.
  public static var SQLITE_IOERR_SHMLOCK: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorSharedMemoryLock)
  }
  /// `SQLITE_IOERR_SHMMAP`, which is ``ResultCode/ioErrorSharedMemoryMap``.
  public static var SQLITE_IOERR_SHMMAP: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorSharedMemoryMap)
  }
  /// `SQLITE_IOERR_SEEK`, which is ``ResultCode/ioErrorSeek``.
  public static var SQLITE_IOERR_SEEK: ResultCode.Pattern { ResultCode.Pattern(.ioErrorSeek) }
  /// `SQLITE_IOERR_DELETE_NOENT`, which is ``ResultCode/ioErrorDeleteNoent``.
  public static var SQLITE_IOERR_DELETE_NOENT: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorDeleteNoent)
  }
  /// `SQLITE_IOERR_MMAP`, which is ``ResultCode/ioErrorMemoryMap``.
  public static var SQLITE_IOERR_MMAP: ResultCode.Pattern { ResultCode.Pattern(.ioErrorMemoryMap) }
  /// `SQLITE_IOERR_GETTEMPPATH`, which is ``ResultCode/ioErrorGetTemporaryPath``.
  public static var SQLITE_IOERR_GETTEMPPATH: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorGetTemporaryPath)
  }
  /// `SQLITE_IOERR_CONVPATH`, which is ``ResultCode/ioErrorConvertPath``.
  public static var SQLITE_IOERR_CONVPATH: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorConvertPath)
  }
  /// `SQLITE_IOERR_VNODE`, which is ``ResultCode/ioErrorVnode``.
  public static var SQLITE_IOERR_VNODE: ResultCode.Pattern { ResultCode.Pattern(.ioErrorVnode) }
  /// `SQLITE_IOERR_AUTH`, which is ``ResultCode/ioErrorAuthorization``.
  public static var SQLITE_IOERR_AUTH: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorAuthorization)
  }
  /// `SQLITE_IOERR_BEGIN_ATOMIC`, which is ``ResultCode/ioErrorBeginAtomic``.
  public static var SQLITE_IOERR_BEGIN_ATOMIC: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorBeginAtomic)
  }
  /// `SQLITE_IOERR_COMMIT_ATOMIC`, which is ``ResultCode/ioErrorCommitAtomic``.
  public static var SQLITE_IOERR_COMMIT_ATOMIC: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorCommitAtomic)
  }
  /// `SQLITE_IOERR_ROLLBACK_ATOMIC`, which is ``ResultCode/ioErrorRollbackAtomic``.
  public static var SQLITE_IOERR_ROLLBACK_ATOMIC: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorRollbackAtomic)
  }
  /// `SQLITE_IOERR_DATA`, which is ``ResultCode/ioErrorData``.
  public static var SQLITE_IOERR_DATA: ResultCode.Pattern { ResultCode.Pattern(.ioErrorData) }
  /// `SQLITE_IOERR_CORRUPTFS`, which is ``ResultCode/ioErrorCorruptFileSystem``.
  public static var SQLITE_IOERR_CORRUPTFS: ResultCode.Pattern {
    ResultCode.Pattern(.ioErrorCorruptFileSystem)
  }
  /// `SQLITE_LOCKED_SHAREDCACHE`, which is ``ResultCode/lockedSharedCache``.
  public static var SQLITE_LOCKED_SHAREDCACHE: ResultCode.Pattern {
    ResultCode.Pattern(.lockedSharedCache)
  }
  /// `SQLITE_LOCKED_VTAB`, which is ``ResultCode/lockedVirtualTable``.
  public static var SQLITE_LOCKED_VTAB: ResultCode.Pattern {
    ResultCode.Pattern(.lockedVirtualTable)
  }
  /// `SQLITE_BUSY_RECOVERY`, which is ``ResultCode/busyRecovery``.
  public static var SQLITE_BUSY_RECOVERY: ResultCode.Pattern { ResultCode.Pattern(.busyRecovery) }
  /// `SQLITE_BUSY_SNAPSHOT`, which is ``ResultCode/busySnapshot``.
  public static var SQLITE_BUSY_SNAPSHOT: ResultCode.Pattern { ResultCode.Pattern(.busySnapshot) }
  /// `SQLITE_BUSY_TIMEOUT`, which is ``ResultCode/busyTimeout``.
  public static var SQLITE_BUSY_TIMEOUT: ResultCode.Pattern { ResultCode.Pattern(.busyTimeout) }
  /// `SQLITE_CANTOPEN_NOTEMPDIR`, which is ``ResultCode/cannotOpenNoTemporaryDirectory``.
  public static var SQLITE_CANTOPEN_NOTEMPDIR: ResultCode.Pattern {
    ResultCode.Pattern(.cannotOpenNoTemporaryDirectory)
  }
  /// `SQLITE_CANTOPEN_ISDIR`, which is ``ResultCode/cannotOpenIsDirectory``.
  public static var SQLITE_CANTOPEN_ISDIR: ResultCode.Pattern {
    ResultCode.Pattern(.cannotOpenIsDirectory)
  }
  /// `SQLITE_CANTOPEN_FULLPATH`, which is ``ResultCode/cannotOpenFullPath``.
  public static var SQLITE_CANTOPEN_FULLPATH: ResultCode.Pattern {
    ResultCode.Pattern(.cannotOpenFullPath)
  }
  /// `SQLITE_CANTOPEN_CONVPATH`, which is ``ResultCode/cannotOpenConvertPath``.
  public static var SQLITE_CANTOPEN_CONVPATH: ResultCode.Pattern {
    ResultCode.Pattern(.cannotOpenConvertPath)
  }
  /// `SQLITE_CANTOPEN_DIRTYWAL`, which is ``ResultCode/cannotOpenDirtyWAL``.
  public static var SQLITE_CANTOPEN_DIRTYWAL: ResultCode.Pattern {
    ResultCode.Pattern(.cannotOpenDirtyWAL)
  }
  /// `SQLITE_CANTOPEN_SYMLINK`, which is ``ResultCode/cannotOpenSymbolicLink``.
  public static var SQLITE_CANTOPEN_SYMLINK: ResultCode.Pattern {
    ResultCode.Pattern(.cannotOpenSymbolicLink)
  }
  /// `SQLITE_CORRUPT_VTAB`, which is ``ResultCode/corruptVirtualTable``.
  public static var SQLITE_CORRUPT_VTAB: ResultCode.Pattern {
    ResultCode.Pattern(.corruptVirtualTable)
  }
  /// `SQLITE_CORRUPT_SEQUENCE`, which is ``ResultCode/corruptSequence``.
  public static var SQLITE_CORRUPT_SEQUENCE: ResultCode.Pattern {
    ResultCode.Pattern(.corruptSequence)
  }
  /// `SQLITE_CORRUPT_INDEX`, which is ``ResultCode/corruptIndex``.
  public static var SQLITE_CORRUPT_INDEX: ResultCode.Pattern { ResultCode.Pattern(.corruptIndex) }
  /// `SQLITE_READONLY_RECOVERY`, which is ``ResultCode/readOnlyRecovery``.
  public static var SQLITE_READONLY_RECOVERY: ResultCode.Pattern {
    ResultCode.Pattern(.readOnlyRecovery)
  }
  /// `SQLITE_READONLY_CANTLOCK`, which is ``ResultCode/readOnlyCannotLock``.
  public static var SQLITE_READONLY_CANTLOCK: ResultCode.Pattern {
    ResultCode.Pattern(.readOnlyCannotLock)
  }
  /// `SQLITE_READONLY_ROLLBACK`, which is ``ResultCode/readOnlyRollback``.
  public static var SQLITE_READONLY_ROLLBACK: ResultCode.Pattern {
    ResultCode.Pattern(.readOnlyRollback)
  }
  /// `SQLITE_READONLY_DBMOVED`, which is ``ResultCode/readOnlyDatabaseMoved``.
  public static var SQLITE_READONLY_DBMOVED: ResultCode.Pattern {
    ResultCode.Pattern(.readOnlyDatabaseMoved)
  }
  /// `SQLITE_READONLY_CANTINIT`, which is ``ResultCode/readOnlyCannotInitialize``.
  public static var SQLITE_READONLY_CANTINIT: ResultCode.Pattern {
    ResultCode.Pattern(.readOnlyCannotInitialize)
  }
  /// `SQLITE_READONLY_DIRECTORY`, which is ``ResultCode/readOnlyDirectory``.
  public static var SQLITE_READONLY_DIRECTORY: ResultCode.Pattern {
    ResultCode.Pattern(.readOnlyDirectory)
  }
  /// `SQLITE_ABORT_ROLLBACK`, which is ``ResultCode/abortRollback``.
  public static var SQLITE_ABORT_ROLLBACK: ResultCode.Pattern { ResultCode.Pattern(.abortRollback) }
  /// `SQLITE_CONSTRAINT_CHECK`, which is ``ResultCode/constraintCheck``.
  public static var SQLITE_CONSTRAINT_CHECK: ResultCode.Pattern {
    ResultCode.Pattern(.constraintCheck)
  }
  /// `SQLITE_CONSTRAINT_COMMITHOOK`, which is ``ResultCode/constraintCommitHook``.
  public static var SQLITE_CONSTRAINT_COMMITHOOK: ResultCode.Pattern {
    ResultCode.Pattern(.constraintCommitHook)
  }
  /// `SQLITE_CONSTRAINT_FOREIGNKEY`, which is ``ResultCode/constraintForeignKey``.
  public static var SQLITE_CONSTRAINT_FOREIGNKEY: ResultCode.Pattern {
    ResultCode.Pattern(.constraintForeignKey)
  }
  /// `SQLITE_CONSTRAINT_FUNCTION`, which is ``ResultCode/constraintFunction``.
  public static var SQLITE_CONSTRAINT_FUNCTION: ResultCode.Pattern {
    ResultCode.Pattern(.constraintFunction)
  }
  /// `SQLITE_CONSTRAINT_NOTNULL`, which is ``ResultCode/constraintNotNull``.
  public static var SQLITE_CONSTRAINT_NOTNULL: ResultCode.Pattern {
    ResultCode.Pattern(.constraintNotNull)
  }
  /// `SQLITE_CONSTRAINT_PRIMARYKEY`, which is ``ResultCode/constraintPrimaryKey``.
  public static var SQLITE_CONSTRAINT_PRIMARYKEY: ResultCode.Pattern {
    ResultCode.Pattern(.constraintPrimaryKey)
  }
  /// `SQLITE_CONSTRAINT_TRIGGER`, which is ``ResultCode/constraintTrigger``.
  public static var SQLITE_CONSTRAINT_TRIGGER: ResultCode.Pattern {
    ResultCode.Pattern(.constraintTrigger)
  }
  /// `SQLITE_CONSTRAINT_UNIQUE`, which is ``ResultCode/constraintUnique``.
  public static var SQLITE_CONSTRAINT_UNIQUE: ResultCode.Pattern {
    ResultCode.Pattern(.constraintUnique)
  }
  /// `SQLITE_CONSTRAINT_VTAB`, which is ``ResultCode/constraintVirtualTable``.
  public static var SQLITE_CONSTRAINT_VTAB: ResultCode.Pattern {
    ResultCode.Pattern(.constraintVirtualTable)
  }
  /// `SQLITE_CONSTRAINT_ROWID`, which is ``ResultCode/constraintRowID``.
  public static var SQLITE_CONSTRAINT_ROWID: ResultCode.Pattern {
    ResultCode.Pattern(.constraintRowID)
  }
  /// `SQLITE_CONSTRAINT_PINNED`, which is ``ResultCode/constraintPinned``.
  public static var SQLITE_CONSTRAINT_PINNED: ResultCode.Pattern {
    ResultCode.Pattern(.constraintPinned)
  }
  /// `SQLITE_CONSTRAINT_DATATYPE`, which is ``ResultCode/constraintDataType``.
  public static var SQLITE_CONSTRAINT_DATATYPE: ResultCode.Pattern {
    ResultCode.Pattern(.constraintDataType)
  }
  /// `SQLITE_NOTICE_RECOVER_WAL`, which is ``ResultCode/noticeRecoverWAL``.
  public static var SQLITE_NOTICE_RECOVER_WAL: ResultCode.Pattern {
    ResultCode.Pattern(.noticeRecoverWAL)
  }
  /// `SQLITE_NOTICE_RECOVER_ROLLBACK`, which is ``ResultCode/noticeRecoverRollback``.
  public static var SQLITE_NOTICE_RECOVER_ROLLBACK: ResultCode.Pattern {
    ResultCode.Pattern(.noticeRecoverRollback)
  }
  /// `SQLITE_WARNING_AUTOINDEX`, which is ``ResultCode/warningAutomaticIndex``.
  public static var SQLITE_WARNING_AUTOINDEX: ResultCode.Pattern {
    ResultCode.Pattern(.warningAutomaticIndex)
  }
  /// `SQLITE_AUTH_USER`, which is ``ResultCode/notAuthorizedUser``.
  public static var SQLITE_AUTH_USER: ResultCode.Pattern { ResultCode.Pattern(.notAuthorizedUser) }
  /// `SQLITE_OK_LOAD_PERMANENTLY`, which is ``ResultCode/okLoadPermanently``.
  public static var SQLITE_OK_LOAD_PERMANENTLY: ResultCode.Pattern {
    ResultCode.Pattern(.okLoadPermanently)
  }
  /// `SQLITE_OK_SYMLINK`, which is ``ResultCode/okSymbolicLink``.
  public static var SQLITE_OK_SYMLINK: ResultCode.Pattern { ResultCode.Pattern(.okSymbolicLink) }
}
