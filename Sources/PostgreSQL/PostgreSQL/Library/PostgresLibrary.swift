import CPostgreSQL
import DynamicLibraries
import Foundation

/// PostgreSQL's C library, libpq, which is opened with the first connection.
///
/// Without it, an application still builds, and can use SQLite.
///
/// ```swift
/// guard PostgresLibrary.isAvailable else { return print(PostgresLibrary.advice ?? "") }
/// ```
///
/// The environment variable `LIVESQL_LIBPQ` names a file to use instead of the system's.
public enum PostgresLibrary {
  /// Whether libpq is available and recent enough: version 14 or later.
  ///
  /// The first call opens the library, which takes a millisecond or two.
  public static var isAvailable: Bool { problem == nil }

  /// The problem with libpq, and what to install; `nil` if there is no problem.
  public static var advice: String? { problem }

  /// The version of libpq, such as 15 for 15.18; 0 if it is not available.
  public static var majorVersion: Int {
    isAvailable ? Int(livesql_PQlibVersion()) / 10_000 : 0
  }

  /// Throws if libpq is not available.
  ///
  /// - Throws: ``PostgresError``.
  static func require() throws(PostgresError) {
    guard let problem else { return }
    throw PostgresError(code: .cannotEstablishConnection, message: problem)
  }

  private static let problem: String? = load(
    ProcessInfo.processInfo.environment["LIVESQL_LIBPQ"].map { [$0] } ?? DynamicLibrary.libpqNames
  )

  /// Opens a library and looks up all functions.
  ///
  /// - Returns: The problem, or `nil`.
  static func load(_ names: [String]) -> String? {
    unsafe DynamicLibrary.problem(
      opening: "PostgreSQL's client library",
      anyOf: names,
      requirement: "Version 14 or later is needed.",
      advice: DynamicLibrary.libpqAdvice,
      fill: livesql_load_libpq
    )
  }
}
