extension DatabaseError {
  /// The kind of an error.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case busy, locked, readOnly, constraint, sql, closed, nestedAccess, transactionLeftOpen
      case transactionAborted, transactionDeadline, arguments, notADatabase, corrupt, cannotOpen
      case permission, full, inputOutput, tooBig, interrupted, misuse, outOfMemory, schemaChanged
      case migration, missingCapability, observer, foreignKey, notFound, columns, other
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// The name of the code.
    public var description: String { kind.rawValue }

    /// Another connection held a lock for longer than the busy policy waits.
    public static let busy = Code(.busy)
    /// This connection, or one that shares its cache, holds a lock on a table.
    public static let locked = Code(.locked)
    /// A write was attempted where only reading is allowed.
    public static let readOnly = Code(.readOnly)
    /// A constraint of the schema was violated.
    public static let constraint = Code(.constraint)
    /// SQLite cannot compile or run the SQL.
    public static let sql = Code(.sql)
    /// The database was closed.
    public static let closed = Code(.closed)
    /// An access was started within another one that it would wait for.
    public static let nestedAccess = Code(.nestedAccess)
    /// A transaction was still open at the end of an access, and was rolled back.
    public static let transactionLeftOpen = Code(.transactionLeftOpen)
    /// SQLite had rolled the transaction back, so the statement did not run.
    public static let transactionAborted = Code(.transactionAborted)
    /// An asynchronous transaction exceeded its deadline, and was rolled back.
    public static let transactionDeadline = Code(.transactionDeadline)
    /// The number or the names of the arguments do not match the parameters of the statement.
    public static let arguments = Code(.arguments)
    /// The file is not a database.
    public static let notADatabase = Code(.notADatabase)
    /// The database file is damaged.
    public static let corrupt = Code(.corrupt)
    /// The file cannot be opened.
    public static let cannotOpen = Code(.cannotOpen)
    /// The file system or the authorizer denied the operation.
    public static let permission = Code(.permission)
    /// The disk is full.
    public static let full = Code(.full)
    /// An input or output operation failed.
    public static let inputOutput = Code(.inputOutput)
    /// A value or a statement exceeds SQLite's limit.
    public static let tooBig = Code(.tooBig)
    /// The statement was interrupted.
    public static let interrupted = Code(.interrupted)
    /// The library was used against its rules.
    public static let misuse = Code(.misuse)
    /// There is not enough memory.
    public static let outOfMemory = Code(.outOfMemory)
    /// The schema changed while a statement ran.
    public static let schemaChanged = Code(.schemaChanged)
    /// A migration cannot be run.
    public static let migration = Code(.migration)
    /// The loaded SQLite was built without a required feature.
    public static let missingCapability = Code(.missingCapability)
    /// An observer rejected a transaction.
    public static let observer = Code(.observer)
    /// A row refers to a row that does not exist.
    public static let foreignKey = Code(.foreignKey)
    /// A table, column or other object does not exist.
    public static let notFound = Code(.notFound)
    /// The columns of a result do not match the type that its rows are decoded as.
    public static let columns = Code(.columns)
    /// Another error, described by `resultCode` and `message`.
    public static let other = Code(.other)
  }
}
