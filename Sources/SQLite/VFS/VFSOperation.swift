import CSQLite

/// Something that SQLite is about to do with a file.
///
/// https://www.sqlite.org/c3ref/io_methods.html
public struct VFSOperation: Sendable, Hashable {
  /// What is done.
  public let kind: Kind
  /// What the file is for.
  public let file: File
  /// The file's path; `nil` for a temporary file without a name.
  public let path: String?
  /// Where a read or a write begins, the new size of a truncation, or the first lock of shared memory.
  public let offset: Int64
  /// How many bytes are read, written or mapped, or how many locks are taken.
  public let length: Int
  /// How many bytes the file grows by a write.
  public let growth: Int
  /// What is written, where the shim tells it.
  public let content: [UInt8]?
  /// Whether a deletion is to outlast a loss of power: then the folder is waited for too.
  public let syncsDirectory: Bool

  /// Makes an operation.
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
  /// What is done with a file.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The method is `xOpen`.
    case open
    /// The method is `xClose`, which is carried out whatever the answer is.
    case close
    /// The method is `xDelete`.
    case delete
    /// The method is `xAccess`: whether a file exists.
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
    /// The method is `xUnlock`, which is carried out whatever the answer is.
    case unlock
    /// The method is `xCheckReservedLock`.
    case checkReservedLock
    /// The method is `xShmMap`.
    case sharedMemoryMap
    /// The method is `xShmLock`, where it takes locks.
    case sharedMemoryLock
    /// The method is `xShmLock`, where it gives locks back; it is carried out whatever the answer is.
    case sharedMemoryUnlock
    /// The method is `xShmUnmap`, which is carried out whatever the answer is.
    case sharedMemoryUnmap

    /// Whether it changes a file and has no answer, so that SQLite can be told that it was done.
    var isSilent: Bool { self == .write || self == .truncate || self == .sync || self == .delete }

    /// Whether it gives something back, and so is carried out whatever the answer is.
    ///
    /// A process that dies loses its locks and files too; and what was not given back would leak.
    public var isRelease: Bool {
      switch self {
      case .close, .unlock, .sharedMemoryUnlock, .sharedMemoryUnmap: true
      default: false
      }
    }
  }

  /// What a file is for.
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
    /// What savepoints and statements need to be undone.
    case subjournal
    /// What a query sorts or keeps meanwhile.
    case transientDatabase
    /// Anything else.
    case other
  }
}

extension VFSOperation.File {
  /// What a file is for, as the flags tell with which SQLite opens it.
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

  /// What a file is for, as its name tells.
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
