public import DatabaseTypes
public import PostgreSQL

/// What went wrong with a database's connections and transactions, and what to do about it.
///
/// What the server itself reports is thrown as it comes, a ``PostgreSQL/PostgresError``.
///
/// ```swift
/// do {
///   try await database.write { db in try db.execute("UPDATE stock SET amount = amount - 1") }
/// } catch let error as PostgresDatabaseError where error.code == .waitedTooLong {
///   show("The shop is very busy. Please try again.")
/// }
/// ```
public struct PostgresDatabaseError: Error, Sendable {
  /// What kind of error it is.
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
    /// An access was started within another, for whose connection it might wait.
    public static let nestedAccess = Code(.nestedAccess)
    /// No connection became free, or could be opened, in the time that an access waits.
    public static let waitedTooLong = Code(.waitedTooLong)
    /// As many wait for a connection as may.
    public static let tooManyWaiting = Code(.tooManyWaiting)
    /// A statement failed, its error was caught, and the server had given the transaction up: it was rolled back.
    public static let transactionAborted = Code(.transactionAborted)
    /// The closure of an access ended its transaction itself.
    public static let transactionEnded = Code(.transactionEnded)
    /// A transaction was open at the end of an access; it was rolled back.
    public static let transactionLeftOpen = Code(.transactionLeftOpen)
    /// A transaction that may suspend took longer than its deadline; it was rolled back.
    public static let transactionDeadline = Code(.transactionDeadline)
    /// What needs a transaction was used outside of one.
    public static let noTransaction = Code(.noTransaction)
    /// The connection was lost while the server committed: nobody can tell whether it did.
    public static let commitUnknown = Code(.commitUnknown)
    /// Each connection was lost before anything was done on it.
    public static let connectionLost = Code(.connectionLost)
    /// The migrations contradict each other or the database.
    public static let migration = Code(.migration)
  }

  /// What kind of error it is.
  public let code: Code
  /// What happened, in a sentence or two that also say what to do.
  public let message: String
  /// What the server or the connection reported before, where that is the reason.
  public let underlying: PostgresError?

  /// Makes an error.
  public init(code: Code, message: String, underlying: PostgresError? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }
}

extension PostgresDatabaseError: _DescribedError {
  /// The message, and the reason where it is known.
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
        "An access was started within another access to the same database, and might wait for its connection for "
        + "ever. Use the connection that the outer closure has, or end the outer access first."
    )
  }

  static var transactionAborted: Self {
    Self(
      code: .transactionAborted,
      message:
        "A statement of the transaction failed and its error was caught. The server had given the transaction up "
        + "by then, so it was rolled back. Run what may fail in db.inSavepoint { … }, or throw the error on."
    )
  }

  static var transactionEnded: Self {
    Self(
      code: .transactionEnded,
      message:
        "The closure ended its transaction itself. Leave COMMIT and ROLLBACK to the access: throw an error to roll "
        + "back, or use withConnection for transactions of your own."
    )
  }

  static var transactionLeftOpen: Self {
    Self(
      code: .transactionLeftOpen,
      message:
        "A transaction was open at the end of the access, and was rolled back: commit it within the access."
    )
  }

  static var deadline: Self {
    Self(
      code: .transactionDeadline,
      message:
        "The transaction took longer than its deadline and was rolled back. Do less in it, or give it more time."
    )
  }

  static var noTransaction: Self {
    Self(
      code: .noTransaction,
      message:
        "There is no transaction. Use write, read or withTransaction, or db.inTransaction { … } around it."
    )
  }

  /// A connection that was there, on which the server did not begin a transaction in time.
  static func notAnswering(within limit: Duration, _ error: PostgresError) -> Self {
    Self(
      code: .waitedTooLong,
      message:
        "The server did not answer within \(limit). See whether it can be reached and, behind a pooler, whether all its "
        + "connections are in use; waitLimit says how long to wait.",
      underlying: error
    )
  }

  static var lostAgain: Self {
    Self(
      code: .connectionLost,
      message:
        "The server closes each connection before it can be used. Look into its log; a pooler or a proxy in between "
        + "may do so, too."
    )
  }

  static func commitUnknown(_ error: PostgresError) -> Self {
    Self(
      code: .commitUnknown,
      message:
        "The connection was lost while the server committed. Look whether it did before you run it again.",
      underlying: error
    )
  }
}
