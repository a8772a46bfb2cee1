import Foundation
import Testing
import TypedSQL

/// The SQL and result that a test expects of a query; a mismatch is recorded as an issue.
struct QueryExpectation {
  private var sql: String?
  private var results: String?
  private let sourceLocation: SourceLocation

  init(
    _ includeSQL: Bool,
    _ sql: (() -> String)?,
    _ results: (() -> String)?,
    _ sourceLocation: SourceLocation
  ) {
    self.sql = sql?()
    self.results = results?()
    self.sourceLocation = sourceLocation
    // A single closure is the expected result if it looks like one.
    guard self.results == nil, let text = self.sql, !includeSQL || Self.isResult(text) else {
      return
    }
    self.results = text
    self.sql = nil
  }

  private static func isResult(_ text: String) -> Bool {
    text.hasPrefix("┌") || text.hasPrefix(noResults)
  }

  private static let noResults = "(No results)"

  func check(_ query: some TypedSQL.Statement, rows: () throws -> [[Any]]) {
    check({ query.query.description(layout: .multiLine) }, rows: rows)
  }

  /// Compares the SQL that a closure writes, or its error, and the rows that another one fetches.
  func check(_ sql: () throws -> String, rows: () throws -> [[Any]]) {
    let query: String
    do { query = try sql() } catch { query = Self.text(for: error) }
    let found: String
    do {
      let rows = try rows()
      found = rows.isEmpty ? Self.noResults : TableDrawing(rows).text
    } catch {
      found = Self.text(for: error)
    }
    guard self.sql != nil || results != nil else {
      return record("No expectation was given for the query.\n\(query)\n\n\(found)")
    }
    compare("SQL", self.sql, query)
    // Another library draws nothing for no rows.
    let isNothing = results?.allSatisfy(\.isWhitespace) == true && found == Self.noResults
    if !isNothing { compare("result", results, found) }
  }

  private static func text(for error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }

  private func compare(_ what: String, _ expected: String?, _ found: String) {
    guard let expected, expected != found else { return }
    record(
      """
      The query's \(what) differs from what was expected (− expected, + found):
      \(LineDifference(expected, found).text)

      Found:
      \(found)
      """
    )
  }

  private func record(_ message: String) {
    Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
  }
}
