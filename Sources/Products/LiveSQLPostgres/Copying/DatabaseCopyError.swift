public import DatabaseTypes

/// An error that ended a copy between a file and a PostgreSQL database.
///
/// Errors of SQLite and of the server are thrown unchanged, as `DatabaseError` and
/// `PostgresError`.
///
/// ```swift
/// do {
///   try await file.copy(to: server)
/// } catch let error as DatabaseCopyError where error.code == .rowsExist {
///   print("The tables were copied before.")
/// }
/// ```
public struct DatabaseCopyError: Error, Sendable, Hashable {
  /// The kind of an error.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case contradictoryOptions, unknownName, unusableName, valueDoesNotFit, unsuitableTable,
        rowsExist, interruptedCopy
      case tableIsLocked, triggersWouldRun, constraintViolation, hiddenRows, rowsDiffer
    }

    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    /// The name of the code.
    public var description: String { kind.rawValue }

    /// Two options exclude each other.
    public static let contradictoryOptions = Code(.contradictoryOptions)
    /// An option names a table or a column that does not exist, or leaves no column.
    public static let unknownName = Code(.unknownName)
    /// The other database cannot use the name of a table or a column.
    public static let unusableName = Code(.unusableName)
    /// A value does not fit the type of its column in the other database.
    public static let valueDoesNotFit = Code(.valueDoesNotFit)
    /// An existing table lacks a column, is no table, or was changed meanwhile.
    public static let unsuitableTable = Code(.unsuitableTable)
    /// An existing table has rows already.
    public static let rowsExist = Code(.rowsExist)
    /// A table is from a copy that was interrupted.
    public static let interruptedCopy = Code(.interruptedCopy)
    /// An existing table could not be locked against other writers.
    public static let tableIsLocked = Code(.tableIsLocked)
    /// Triggers of existing tables cannot be turned off while rows are copied.
    public static let triggersWouldRun = Code(.triggersWouldRun)
    /// Copied rows break a constraint.
    public static let constraintViolation = Code(.constraintViolation)
    /// Row security hides rows from the role.
    public static let hiddenRows = Code(.hiddenRows)
    /// The rows on both sides differ.
    public static let rowsDiffer = Code(.rowsDiffer)
  }

  /// The kind of the error.
  public let code: Code
  /// The message, whose options a command names in its own way.
  package let text: CopyMessage

  init(_ code: Code, _ text: CopyMessage) { (self.code, self.text) = (code, text) }

  /// The message, in sentences that say what happened, what it leaves, and what to do.
  ///
  /// It names tables, columns and keys of rows, but no other values.
  public var message: String { text.text }
}

extension DatabaseCopyError: _SelfDescribingError {
  /// The message.
  public var description: String { message }
}
