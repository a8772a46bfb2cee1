public import DatabaseTypes
import Foundation

/// Who is told of errors that nobody else deals with.
public struct ErrorReporter: Sendable {
  /// Where an error was caught.
  public struct Place: Sendable, Hashable {
    /// The file.
    public let file: String
    /// The line.
    public let line: Int

    /// Makes a place.
    package init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  package let report: @Sendable (_ error: any Error, _ message: String?, _ place: Place) -> Void

  /// Makes a reporter from a closure.
  public init(
    _ report: @escaping @Sendable (_ error: any Error, _ message: String?, _ place: Place) -> Void
  ) { self.report = report }

  /// Writes a line to standard error.
  public static let standardError = ErrorReporter { error, message, place in
    let text = message.map { "\($0): \(error)" } ?? "\(error)"
    FileHandle.standardError.write(Data("\(place.file):\(place.line): \(text)\n".utf8))
  }

  fileprivate static func report(
    _ error: any Error,
    _ message: String?,
    _ file: String,
    _ line: Int
  ) {
    // A task that was cancelled has nothing to report.
    guard !(error is CancellationError) else { return }
    DependencyValues.current.errorReporter.report(error, message, Place(file: file, line: line))
  }
}

/// Runs a closure; an error is reported, and not thrown.
///
/// ```swift
/// withErrorReporting { try database.write { db in try Reminder.find(7).delete().execute(db) } }
/// ```
///
/// - Returns: What the closure returns, or `nil` after an error.
@discardableResult
public func withErrorReporting<Result>(
  _ message: String? = nil,
  file: String = #fileID,
  line: Int = #line,
  catching body: () throws -> Result
) -> Result? {
  do { return try body() } catch {
    ErrorReporter.report(error, message, file, line)
    return nil
  }
}

/// Runs a closure; an error is reported, and not thrown.
///
/// - Returns: What the closure returns, or `nil` after an error.
@discardableResult
public func withErrorReporting<Result>(
  _ message: String? = nil,
  file: String = #fileID,
  line: Int = #line,
  isolation: isolated (any Actor)? = #isolation,
  catching body: () async throws -> Result
) async -> Result? {
  do { return try await body() } catch {
    ErrorReporter.report(error, message, file, line)
    return nil
  }
}

/// Tells the ``DependencyValues/errorReporter`` of something that should not be.
///
/// ```swift
/// guard let id else { return reportIssue("The list could not be saved.") }
/// ```
///
/// By default that is a line on standard error.
///
/// - Parameter message: What should not be.
public func reportIssue(
  _ message: String = "There is an issue.",
  file: String = #fileID,
  line: Int = #line
) { ErrorReporter.report(ReportedIssue(message), nil, file, line) }

/// Tells the ``DependencyValues/errorReporter`` of an error that nobody else deals with, unless it says that a task was cancelled.
///
/// - Parameters:
///   - error: The error.
///   - message: What was done.
public func reportIssue(
  _ error: any Error,
  _ message: String? = nil,
  file: String = #fileID,
  line: Int = #line
) { ErrorReporter.report(error, message, file, line) }

/// What ``reportIssue(_:file:line:)`` tells an ``ErrorReporter``.
public struct ReportedIssue: Sendable, Hashable, _DescribedError {
  /// What should not be.
  public let description: String

  /// Makes an issue of a sentence.
  public init(_ description: String) { self.description = description }
}
