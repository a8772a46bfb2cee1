/// An error code of PostgreSQL: five letters and digits, the first two of which are its class.
///
/// ```swift
/// catch where error.code == .uniqueViolation { … }
/// catch where error.code.class == .integrityConstraintViolation { … }
/// ```
///
/// https://www.postgresql.org/docs/current/errcodes-appendix.html
public struct SQLState: RawRepresentable, Sendable, Hashable {
  /// The five characters.
  public let rawValue: String

  /// Creates a code from its five characters.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The class of the code: its first two characters.
  public var `class`: Class { Class(rawValue: String(rawValue.prefix(2))) }

  /// A class of error codes, which begin with the same two characters.
  public struct Class: RawRepresentable, Sendable, Hashable {
    /// The two characters.
    public let rawValue: String

    /// Creates a class from its two characters.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

extension SQLState.Class {
  /// `08`: there is no connection, or it was lost.
  public static let connectionException = Self(rawValue: "08")
  /// `0A`: the server does not support a feature.
  public static let featureNotSupported = Self(rawValue: "0A")
  /// `22`: a value is invalid or does not fit its type.
  public static let dataException = Self(rawValue: "22")
  /// `23`: a constraint of a table is violated.
  public static let integrityConstraintViolation = Self(rawValue: "23")
  /// `25`: the transaction is in the wrong state.
  public static let invalidTransactionState = Self(rawValue: "25")
  /// `28`: the role or its password was refused.
  public static let invalidAuthorization = Self(rawValue: "28")
  /// `40`: the transaction was rolled back; running it again may succeed.
  public static let transactionRollback = Self(rawValue: "40")
  /// `42`: the SQL is invalid, or a privilege is missing.
  public static let syntaxErrorOrAccessRuleViolation = Self(rawValue: "42")
  /// `53`: memory, the disk or connections are exhausted.
  public static let insufficientResources = Self(rawValue: "53")
  /// `54`: a limit of the server is exceeded.
  public static let programLimitExceeded = Self(rawValue: "54")
  /// `55`: an object is not in the required state.
  public static let objectNotInPrerequisiteState = Self(rawValue: "55")
  /// `57`: an operator intervened, such as by a cancellation or a shutdown.
  public static let operatorIntervention = Self(rawValue: "57")
  /// `58`: the server's system failed, such as its disk.
  public static let systemError = Self(rawValue: "58")
  /// `XX`: an internal error of the server.
  public static let internalError = Self(rawValue: "XX")
}

extension SQLState {
  /// `08000`: a connection failed.
  public static let connectionException = SQLState(rawValue: "08000")
  /// `08001`: a connection could not be opened.
  public static let cannotEstablishConnection = SQLState(rawValue: "08001")
  /// `08003`: the connection is closed.
  public static let connectionDoesNotExist = SQLState(rawValue: "08003")
  /// `08006`: the connection was lost.
  public static let connectionFailure = SQLState(rawValue: "08006")
  /// `08P01`: a message violates the protocol.
  public static let protocolViolation = SQLState(rawValue: "08P01")
  /// `0A000`: the server does not support a feature.
  public static let featureNotSupported = SQLState(rawValue: "0A000")
  /// `21000`: a scalar subquery returned several rows, or a statement affects a row twice.
  public static let cardinalityViolation = SQLState(rawValue: "21000")
  /// `22001`: a text is too long for its column.
  public static let stringDataRightTruncation = SQLState(rawValue: "22001")
  /// `22003`: a number is out of range.
  public static let numericValueOutOfRange = SQLState(rawValue: "22003")
  /// `22012`: a division by zero.
  public static let divisionByZero = SQLState(rawValue: "22012")
  /// `22021`: a character that cannot be stored, such as NUL in a text.
  public static let characterNotInRepertoire = SQLState(rawValue: "22021")
  /// `22023`: a parameter has an invalid value.
  public static let invalidParameterValue = SQLState(rawValue: "22023")
  /// `22P02`: a text is not a valid value of its type.
  public static let invalidTextRepresentation = SQLState(rawValue: "22P02")
  /// `22P03`: bytes are not a valid value of their type.
  public static let invalidBinaryRepresentation = SQLState(rawValue: "22P03")
  /// `23001`: other rows refer to a row, and `RESTRICT` forbids its deletion or another key.
  public static let restrictViolation = SQLState(rawValue: "23001")
  /// `23502`: a value is NULL, but must not be.
  public static let notNullViolation = SQLState(rawValue: "23502")
  /// `23503`: a row refers to one that does not exist.
  public static let foreignKeyViolation = SQLState(rawValue: "23503")
  /// `23505`: a value that must be unique already exists.
  public static let uniqueViolation = SQLState(rawValue: "23505")
  /// `23514`: a `CHECK` constraint is violated.
  public static let checkViolation = SQLState(rawValue: "23514")
  /// `23P01`: an `EXCLUDE` constraint is violated.
  public static let exclusionViolation = SQLState(rawValue: "23P01")
  /// `25006`: a write in a read-only transaction.
  public static let readOnlyTransaction = SQLState(rawValue: "25006")
  /// `25P02`: an earlier error has aborted the transaction, and it must be rolled back.
  public static let inFailedTransaction = SQLState(rawValue: "25P02")
  /// `25P03`: the transaction was idle for too long.
  public static let idleInTransactionTimeout = SQLState(rawValue: "25P03")
  /// `26000`: the server does not know the prepared statement.
  public static let invalidStatementName = SQLState(rawValue: "26000")
  /// `28000`: the role was refused.
  public static let invalidAuthorization = SQLState(rawValue: "28000")
  /// `28P01`: the password was refused.
  public static let invalidPassword = SQLState(rawValue: "28P01")
  /// `3D000`: there is no such database.
  public static let invalidCatalogName = SQLState(rawValue: "3D000")
  /// `40001`: the transaction conflicted with another one; running it again may succeed.
  public static let serializationFailure = SQLState(rawValue: "40001")
  /// `40P01`: a deadlock; running the transaction again may succeed.
  public static let deadlockDetected = SQLState(rawValue: "40P01")
  /// `42501`: a privilege is missing.
  public static let insufficientPrivilege = SQLState(rawValue: "42501")
  /// `42601`: the SQL has a syntax error.
  public static let syntaxError = SQLState(rawValue: "42601")
  /// `42703`: there is no such column.
  public static let undefinedColumn = SQLState(rawValue: "42703")
  /// `42704`: there is no such object, for example a type, a publication or a slot.
  public static let undefinedObject = SQLState(rawValue: "42704")
  /// `42710`: the object already exists.
  public static let duplicateObject = SQLState(rawValue: "42710")
  /// `42804`: a value has a different type than expected.
  public static let datatypeMismatch = SQLState(rawValue: "42804")
  /// `42803`: a column is neither grouped nor in an aggregate.
  public static let groupingError = SQLState(rawValue: "42803")
  /// `42883`: there is no such function.
  public static let undefinedFunction = SQLState(rawValue: "42883")
  /// `42P01`: there is no such table.
  public static let undefinedTable = SQLState(rawValue: "42P01")
  /// `42P07`: the table already exists.
  public static let duplicateTable = SQLState(rawValue: "42P07")
  /// `53100`: the server's disk is full.
  public static let diskFull = SQLState(rawValue: "53100")
  /// `53200`: the server is out of memory.
  public static let outOfMemory = SQLState(rawValue: "53200")
  /// `53300`: the server has no free connections.
  public static let tooManyConnections = SQLState(rawValue: "53300")
  /// `54000`: a limit of the server is exceeded.
  public static let programLimitExceeded = SQLState(rawValue: "54000")
  /// `55000`: an object is not in the required state, such as a server without logical decoding.
  public static let objectNotInPrerequisiteState = SQLState(rawValue: "55000")
  /// `55006`: an object is in use.
  public static let objectInUse = SQLState(rawValue: "55006")
  /// `55P03`: a lock could not be acquired in time.
  public static let lockNotAvailable = SQLState(rawValue: "55P03")
  /// `57014`: the statement was cancelled, or exceeded its time limit.
  public static let queryCanceled = SQLState(rawValue: "57014")
  /// `57P01`: an administrator ended the session.
  public static let adminShutdown = SQLState(rawValue: "57P01")
  /// `57P02`: the server crashed.
  public static let crashShutdown = SQLState(rawValue: "57P02")
  /// `57P03`: the server is starting or shutting down.
  public static let cannotConnectNow = SQLState(rawValue: "57P03")
  /// `57P05`: the server ended a session that was idle for too long.
  public static let idleSessionTimeout = SQLState(rawValue: "57P05")
  /// `P0001`: a function raised an error.
  public static let raisedException = SQLState(rawValue: "P0001")
}
