import DatabaseTypes
import Terminal

/// A printer of the results of statements, which counts what they do.
struct StatementPrinter {
  /// The format in which rows are printed.
  let format: ResultFormat
  /// The largest number of rows to print for each statement; `nil` for all.
  let limit: Int?
  /// The output for rows.
  let output: Output

  /// The number of statements that were run.
  private(set) var statementCount = 0
  /// The number of results that were printed.
  private var resultCount = 0
  /// The number of changed rows.
  private var changedRowCount = 0
  /// Whether a statement was run that can change rows.
  private var hasChangingStatement = false

  init(format: ResultFormat, limit: Int?, output: Output) {
    (self.format, self.limit, self.output) = (format, limit, output)
  }

  /// Counts a statement that is about to run.
  mutating func countStatement() { statementCount += 1 }

  /// Counts the rows that a statement has changed.
  mutating func count(changedRows: Int) {
    hasChangingStatement = true
    changedRowCount += changedRows
  }

  /// Begins the rows of a statement.
  ///
  /// - Parameters:
  ///   - areJSON: Whether the texts of each column already are JSON; none by default.
  ///   - runsToEnd: Whether the statement has to run to its end, since it writes.
  mutating func begin(columns: [String], areJSON: [Bool] = [], runsToEnd: Bool)
    throws(OutputFailure) -> PrintedRows
  {
    if resultCount > 0 { try output.write(format.separator) }
    resultCount += 1
    return PrintedRows(
      stream: ResultStream(columns: columns, format: format, output: output, areJSON: areJSON),
      limit: limit,
      runsToEnd: runsToEnd
    )
  }

  /// Prints what was done, if no rows show it.
  ///
  /// - Parameter isWhole: Whether this is the command's only output.
  func writeSummary(isWhole: Bool = true) throws(OutputFailure) {
    switch format {
    case .table, .lines:
      if hasChangingStatement {
        try output.write([Line("(\(counted(changedRowCount, "row")) changed)", .secondary)])
      } else if isWhole, resultCount == 0, statementCount > 0 {
        try output.write([Line("(\(counted(statementCount, "statement")) run)", .secondary)])
      }
    case .json: if isWhole, resultCount == 0 { try output.write("[]\n") }
    case .jsonl, .csv, .markdown: break
    }
  }
}

/// The rows of one statement, printed up to a limit.
struct PrintedRows {
  private var stream: ResultStream
  private let limit: Int?
  private let runsToEnd: Bool
  /// The number of rows, including those that are not printed.
  private(set) var count = 0
  /// The failure that is reported when a statement that writes has ended.
  private var failure: OutputFailure?

  init(stream: ResultStream, limit: Int?, runsToEnd: Bool) {
    (self.stream, self.limit, self.runsToEnd) = (stream, limit, runsToEnd)
  }

  /// Prints a row.
  ///
  /// - Parameter values: Returns the values of the row; not called if it is not printed.
  /// - Returns: Whether to read further rows.
  mutating func add(_ values: () throws -> [DatabaseValue]) throws -> Bool {
    count += 1
    if let limit, count > limit {
      stream.hasMore = true
      return runsToEnd
    }
    guard failure == nil else { return true }
    let values = try values()
    do throws(OutputFailure) { try stream.add(values) } catch {
      guard runsToEnd else { throw error }
      failure = error
    }
    return true
  }

  /// Ends the rows.
  ///
  /// - Throws: The failure of the output, also that of an earlier row.
  mutating func end() throws(OutputFailure) {
    if let failure { throw failure }
    try stream.end()
  }
}

extension ResultFormat {
  /// The text between two results.
  fileprivate var separator: String {
    switch self {
    case .table, .markdown, .lines: "\n"
    case .csv: "\r\n"
    case .json, .jsonl: ""
    }
  }
}
