import SQLiteDatabase

/// Something that is wrong with a database file.
public struct IntegrityProblem: Sendable, Hashable {
  /// What kind of problem it is.
  public enum Kind: String, Sendable, Hashable {
    /// The file is damaged, or an index or constraint does not hold.
    case damage
    /// A row refers to a row that does not exist.
    case foreignKey
  }

  /// What kind of problem it is.
  public let kind: Kind
  /// The table that it is in; `nil` where it is in no single one.
  public let table: String?
  /// What is wrong, as SQLite tells.
  public let message: String

  /// Makes a problem.
  public init(kind: Kind, table: String?, message: String) {
    self.kind = kind
    self.table = table
    self.message = message
  }
}

extension IntegrityProblem: CustomStringConvertible {
  /// The table and what is wrong.
  public var description: String { table.map { "\($0): \(message)" } ?? message }
}

/// How far an integrity check is.
public struct IntegrityCheckProgress: Sendable, Hashable {
  /// The table that is checked next; `nil` for what belongs to no table, and at the end.
  public let table: String?
  /// The steps that are done: tables, and the check of the file as a whole.
  public let completedStepCount: Int
  /// All steps.
  public let totalStepCount: Int
  /// The problems that were found so far.
  public let problemCount: Int

  /// Whether all is checked.
  public var isCompleted: Bool { completedStepCount == totalStepCount }
}
