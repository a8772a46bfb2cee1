import SQLiteDatabase

/// A problem with a database file.
public struct IntegrityProblem: Sendable, Hashable {
  /// A kind of problem.
  public enum Kind: String, Sendable, Hashable {
    /// The file is damaged, or an index or a constraint is violated.
    case damage
    /// A row refers to a row that does not exist.
    case foreignKey
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The table with the problem; `nil` if it does not belong to a single table.
  public let table: String?
  /// SQLite's description of the problem.
  public let message: String

  /// Creates a problem.
  public init(kind: Kind, table: String?, message: String) {
    self.kind = kind
    self.table = table
    self.message = message
  }
}

extension IntegrityProblem: CustomStringConvertible {
  /// The table and the problem.
  public var description: String { table.map { "\($0): \(message)" } ?? message }
}

/// The progress of an integrity check.
public struct IntegrityCheckProgress: Sendable, Hashable {
  /// The table that is checked next; `nil` for the check of the whole file, and at the end.
  public let table: String?
  /// The number of completed steps: one for each table, and one for the file as a whole.
  public let completedStepCount: Int
  /// The number of all steps.
  public let totalStepCount: Int
  /// The number of problems found so far.
  public let problemCount: Int

  /// Whether the check is complete.
  public var isCompleted: Bool { completedStepCount == totalStepCount }
}
