public import DatabaseTypes
public import SQLiteDatabase

/// An error that ended an import, with its position in the input.
///
/// Nothing of the import was written.
public struct ImportError: _SelfDescribingError, Sendable {
  /// The problem, in a sentence or two that also say what to do, without values of the input.
  public let message: String
  /// The line of the input, from 1.
  public let line: Int?
  /// The column of the line, from 1, in characters.
  public let column: Int?
  /// The error of the database, if it rejected a row or a statement.
  public let databaseError: DatabaseError?

  /// Creates an error.
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

  /// The position and the problem.
  public var description: String {
    guard let line else { return message }
    return "Line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(message)"
  }
}

/// The progress of an import.
public struct ImportProgress: Sendable, Hashable {
  /// The number of bytes that have been read.
  public let completedByteCount: Int
  /// The number of bytes of the input, if known.
  public let totalByteCount: Int?
  /// The number of rows that have been inserted, or of statements that have run.
  public let count: Int

  /// Creates a progress report.
  public init(completedByteCount: Int, totalByteCount: Int?, count: Int) {
    self.completedByteCount = completedByteCount
    self.totalByteCount = totalByteCount
    self.count = count
  }
}
