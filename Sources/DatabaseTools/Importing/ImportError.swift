public import DatabaseTypes
public import SQLiteDatabase

/// Why an import ended, and where in its input.
///
/// Nothing of it was written.
public struct ImportError: _DescribedError, Sendable {
  /// What is wrong, in a sentence or two that also say what to do; no value of the input stands in it.
  public let message: String
  /// The line of the input, from 1.
  public let line: Int?
  /// The column of the line, from 1, in characters.
  public let column: Int?
  /// What the database said, where it refused a row or a statement.
  public let databaseError: DatabaseError?

  /// Makes an error.
  public init(
    _ message: String,
    line: Int? = nil,
    column: Int? = nil,
    databaseError: DatabaseError? = nil
  ) {
    self.message = message
    self.line = line
    self.column = column
    self.databaseError = databaseError
  }

  /// Where it is, and what is wrong.
  public var description: String {
    guard let line else { return message }
    return "Line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(message)"
  }
}

/// How far an import is.
public struct ImportProgress: Sendable, Hashable {
  /// The bytes that were read.
  public let completedByteCount: Int
  /// The bytes of the input, where that is known.
  public let totalByteCount: Int?
  /// The rows that were inserted, or the statements that were run.
  public let count: Int

  /// Makes a progress.
  public init(completedByteCount: Int, totalByteCount: Int?, count: Int) {
    self.completedByteCount = completedByteCount
    self.totalByteCount = totalByteCount
    self.count = count
  }
}
