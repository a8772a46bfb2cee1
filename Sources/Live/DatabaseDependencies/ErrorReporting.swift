public import DatabaseTypes
import Foundation

/// A receiver of errors that are not handled elsewhere.
public struct ErrorReporter: Sendable {
  /// The source location where an error was caught.
  public struct Place: Sendable, Hashable {
    /// The file.
    public let file: String
    /// The line.
    public let line: Int

    /// Creates a place.
    package init(file: String, line: Int) {
      self.file = file
      self.line = line
    }
  }

  package let report: @Sendable (_ error: any Error, _ message: String?, _ place: Place) -> Void

  /// Creates a reporter from a closure.
  public init(
    _ report: @escaping @Sendable (_ error: any Error, _ message: String?, _ place: Place) -> Void
  ) { self.report = report }

  /// A reporter that writes a line to standard error.
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
    // The cancellation of a task is not an issue.
    guard !(error is CancellationError) else { return }
    DependencyValues.current.errorReporter.report(error, message, Place(file: file, line: line))
  }
}

/// Runs a closure, and reports an error instead of throwing it.
///
/// ```swift
/// withErrorReporting { try database.write { db in try Reminder.find(7).delete().execute(db) } }
/// ```
///
/// - Returns: The result of the closure, or `nil` after an error.
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

/// Runs a closure, and reports an error instead of throwing it.
///
/// - Returns: The result of the closure, or `nil` after an error.
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

/// Reports an issue to the ``DependencyValues/errorReporter``.
///
/// ```swift
/// guard let id else { return reportIssue("The list could not be saved.") }
/// ```
///
/// By default, it is written as a line to standard error.
///
/// - Parameter message: A description of the issue.
public func reportIssue(
  _ message: String = "An issue occurred.",
  file: String = #fileID,
  line: Int = #line
) { ErrorReporter.report(ReportedIssue(message), nil, file, line) }

/// Reports an unhandled error to the ``DependencyValues/errorReporter``.
///
/// The error of a cancelled task is not reported.
///
/// - Parameters:
///   - error: The error.
///   - message: A description of what was attempted.
public func reportIssue(
  _ error: any Error,
  _ message: String? = nil,
  file: String = #fileID,
  line: Int = #line
) { ErrorReporter.report(error, message, file, line) }

/// The error that ``reportIssue(_:file:line:)`` passes to an ``ErrorReporter``.
public struct ReportedIssue: Sendable, Hashable, _SelfDescribingError {
  /// The description of the issue.
  public let description: String

  /// Creates an issue from a sentence.
  public init(_ description: String) { self.description = description }
}
