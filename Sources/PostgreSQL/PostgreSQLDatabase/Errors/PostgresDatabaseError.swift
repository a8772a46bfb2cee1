public import DatabaseTypes
public import PostgreSQL

/// An error of a database's connections or transactions, with advice on what to do.
///
/// Errors that the server reports are thrown unchanged, as ``PostgresError``.
///
/// ```swift
/// do {
///   try await database.write { db in try db.execute("UPDATE stock SET amount = amount - 1") }
/// } catch let error as PostgresDatabaseError where error.code == .waitedTooLong {
///   show("The shop is very busy. Please try again.")
/// }
/// ```
public struct PostgresDatabaseError: Error, Sendable {
  /// The kind of an error.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case closed, nestedAccess, waitedTooLong, tooManyWaiting, transactionAborted
      case transactionEnded, transactionLeftOpen, transactionDeadline, noTransaction
      case commitUnknown, connectionLost, migration
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// The name of the code.
    public var description: String { kind.rawValue }

    /// The database was closed.
    public static let closed = Code(.closed)
    /// An access was started within another one, and might wait for its connection.
    public static let nestedAccess = Code(.nestedAccess)
    /// No connection became free or could be opened within the wait limit.
    public static let waitedTooLong = Code(.waitedTooLong)
    /// The maximum number of accesses is already waiting for a connection.
    public static let tooManyWaiting = Code(.tooManyWaiting)
    /// A statement failed and its error was caught, but the server had aborted the transaction.
    ///
    /// The transaction was rolled back.
    public static let transactionAborted = Code(.transactionAborted)
    /// The closure of an access ended the transaction itself.
    public static let transactionEnded = Code(.transactionEnded)
    /// A transaction was open at the end of an access; it was rolled back.
    public static let transactionLeftOpen = Code(.transactionLeftOpen)
    /// A transaction that may suspend took longer than its deadline; it was rolled back.
    public static let transactionDeadline = Code(.transactionDeadline)
    /// An operation that requires a transaction was used outside of one.
    public static let noTransaction = Code(.noTransaction)
    /// The connection was lost while the server committed, so the outcome is unknown.
    public static let commitUnknown = Code(.commitUnknown)
    /// Every connection was lost before it could be used.
    public static let connectionLost = Code(.connectionLost)
    /// The migrations contradict each other or the database.
    public static let migration = Code(.migration)
  }

  /// The kind of the error.
  public let code: Code
  /// The message, in one or two sentences that also say what to do.
  public let message: String
  /// The error of the server or the connection that caused this one, if any.
  public let underlying: PostgresError?

  /// Creates an error.
  public init(code: Code, message: String, underlying: PostgresError? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }
}

extension PostgresDatabaseError: _SelfDescribingError {
  /// The message, and the cause if it is known.
  public var description: String { message + (underlying.map { " The reason: \($0)" } ?? "") }
}

extension PostgresDatabaseError {
  static var closed: Self {
    Self(code: .closed, message: "The database was closed. Open it again to use it.")
  }

  static var nestedAccess: Self {
    Self(
      code: .nestedAccess,
      message:
        "An access was started within another access to the same database, and might wait for its connection "
        + "forever. Use the connection of the outer closure, or end the outer access first."
    )
  }

  static var transactionAborted: Self {
    Self(
      code: .transactionAborted,
      message:
        "A statement of the transaction failed and its error was caught. The server had already aborted the "
        + "transaction, so it was rolled back. Run statements that may fail in db.inSavepoint { … }, or "
        + "rethrow the error."
    )
  }

  static var transactionEnded: Self {
    Self(
      code: .transactionEnded,
      message:
        "The closure ended its transaction itself. Leave COMMIT and ROLLBACK to the access: throw an error to roll "
        + "back, or use withConnection to manage transactions yourself."
    )
  }

  static var transactionLeftOpen: Self {
    Self(
      code: .transactionLeftOpen,
      message:
        "A transaction was still open at the end of the access and was rolled back: commit it within the access."
    )
  }

  static var deadline: Self {
    Self(
      code: .transactionDeadline,
      message: TransactionDeadline.message
    )
  }

  static var noTransaction: Self {
    Self(
      code: .noTransaction,
      message:
        "There is no transaction. Use write, read or withTransaction, or db.inTransaction { … } around it."
    )
  }

  /// Returns the error for an open connection on which the server did not begin a transaction in
  /// time.
  static func notAnswering(within limit: Duration, _ error: PostgresError) -> Self {
    Self(
      code: .waitedTooLong,
      message:
        "The server did not answer within \(limit). Check whether it can be reached and, behind a pooler, "
        + "whether all its connections are in use; waitLimit sets how long to wait.",
      underlying: error
    )
  }

  static var lostAgain: Self {
    Self(
      code: .connectionLost,
      message:
        "The server closes each connection before it can be used. Check its log, and that of a pooler or proxy "
        + "in between."
    )
  }

  static func commitUnknown(_ error: PostgresError) -> Self {
    Self(
      code: .commitUnknown,
      message:
        "The connection was lost while the server committed. Check whether it did before you run the "
        + "transaction again.",
      underlying: error
    )
  }
}
