import CSQLite

/// A file operation that SQLite is about to perform.
///
/// https://www.sqlite.org/c3ref/io_methods.html
public struct VFSOperation: Sendable, Hashable {
  /// The kind of the operation.
  public let kind: Kind
  /// The purpose of the file.
  public let file: File
  /// The file's path; `nil` for a temporary file without a name.
  public let path: String?
  /// The position of a read or a write, the new size of a truncation, or the first lock of shared
  /// memory.
  public let offset: Int64
  /// The number of bytes read, written or mapped, or the number of locks.
  public let length: Int
  /// The number of bytes by which a write makes the file grow.
  public let growth: Int
  /// The bytes to write, if the shim provides them.
  public let content: [UInt8]?
  /// Whether a deletion has to survive a loss of power, so that the folder is synced as well.
  public let syncsDirectory: Bool

  /// Creates an operation.
  public init(
    kind: Kind,
    file: File,
    path: String? = nil,
    offset: Int64 = 0,
    length: Int = 0,
    growth: Int = 0,
    content: [UInt8]? = nil,
    syncsDirectory: Bool = false
  ) {
    self.kind = kind
    self.file = file
    self.path = path
    self.offset = offset
    self.length = length
    self.growth = growth
    self.content = content
    self.syncsDirectory = syncsDirectory
  }
}

extension VFSOperation {
  /// The kind of a file operation.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The method is `xOpen`.
    case open
    /// The method is `xClose`; it is performed whatever the outcome is.
    case close
    /// The method is `xDelete`.
    case delete
    /// The method is `xAccess`, which checks whether a file exists.
    case access
    /// The method is `xRead`.
    case read
    /// The method is `xWrite`.
    case write
    /// The method is `xTruncate`.
    case truncate
    /// The method is `xSync`.
    case sync
    /// The method is `xFileSize`.
    case fileSize
    /// The method is `xLock`.
    case lock
    /// The method is `xUnlock`; it is performed whatever the outcome is.
    case unlock
    /// The method is `xCheckReservedLock`.
    case checkReservedLock
    /// The method is `xShmMap`.
    case sharedMemoryMap
    /// The method is `xShmLock`, taking locks.
    case sharedMemoryLock
    /// The method is `xShmLock`, releasing locks; it is performed whatever the outcome is.
    case sharedMemoryUnlock
    /// The method is `xShmUnmap`; it is performed whatever the outcome is.
    case sharedMemoryUnmap

    /// Whether it changes a file and returns nothing, so that it can be skipped and reported as
    /// done.
    var isSkippable: Bool {
      self == .write || self == .truncate || self == .sync || self == .delete
    }

    /// Whether it releases something, and so is performed whatever the outcome is.
    ///
    /// A process that dies loses its locks and files as well, and skipping the operation would leak
    /// them.
    public var isRelease: Bool {
      switch self {
      case .close, .unlock, .sharedMemoryUnlock, .sharedMemoryUnmap: true
      default: false
      }
    }
  }

  /// The purpose of a file.
  ///
  /// https://www.sqlite.org/c3ref/c_open_autoproxy.html
  public enum File: String, Sendable, Hashable, CaseIterable {
    /// A database.
    case mainDatabase
    /// The rollback journal of a database.
    case mainJournal
    /// The write-ahead log of a database.
    case wal
    /// The journal of a transaction over several databases.
    case superJournal
    /// The database of temporary tables.
    case temporaryDatabase
    /// The rollback journal of the database of temporary tables.
    case temporaryJournal
    /// The journal that undoes savepoints and statements.
    case subjournal
    /// A temporary database in which a query sorts or stores rows.
    case transientDatabase
    /// Anything else.
    case other
  }
}

extension VFSOperation.File {
  /// Determines the purpose of a file from the flags with which SQLite opens it.
  init(openFlags flags: Int32) {
    let kinds: [(Int32, Self)] = [
      (SQLITE_OPEN_MAIN_DB, .mainDatabase),
      (SQLITE_OPEN_MAIN_JOURNAL, .mainJournal),
      (SQLITE_OPEN_WAL, .wal),
      (SQLITE_OPEN_SUPER_JOURNAL, .superJournal),
      (SQLITE_OPEN_TEMP_DB, .temporaryDatabase),
      (SQLITE_OPEN_TEMP_JOURNAL, .temporaryJournal),
      (SQLITE_OPEN_SUBJOURNAL, .subjournal),
      (SQLITE_OPEN_TRANSIENT_DB, .transientDatabase),
    ]
    self = kinds.first { flags & $0.0 != 0 }?.1 ?? .other
  }

  /// Determines the purpose of a file from its name.
  ///
  /// https://www.sqlite.org/tempfiles.html
  init(path: String) {
    if path.hasSuffix("-journal") {
      self = .mainJournal
    } else if path.hasSuffix("-wal") {
      self = .wal
    } else if path.dropLast(8).hasSuffix("-mj") {
      self = .superJournal
    } else {
      self = .other
    }
  }
}
