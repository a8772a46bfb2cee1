public import SQLiteDatabase
import Synchronization

/// What an application prepares once and uses in many places.
///
/// ```swift
/// prepareDependencies { $0.defaultDatabase = try! defaultDatabase() }   // when the application starts
///
/// @Dependency(\.defaultDatabase) var database                           // where it is used
///
/// withDependencies { $0.defaultDatabase = emptyDatabase } operation: {  // in a test or preview
///   let model = RemindersModel()
/// }
/// ```
public struct DependencyValues: Sendable {
  private var database: (any DatabaseWriter)?
  private var reporter: ErrorReporter?
  private var fetches: Bool?
  /// What the process is for; a test may say something else.
  public var context = DependencyContext.ofProcess
  private var others: [ObjectIdentifier: any Sendable] = [:]

  /// The values of this task: those of the innermost ``withDependencies(_:operation:)``, else the prepared ones.
  public static var current: DependencyValues { overriding ?? prepared.withLock { $0 } }

  @TaskLocal static var overriding: DependencyValues?
  static let prepared = Mutex(DependencyValues())
}

extension DependencyValues {
  /// The database that is used where no other is named.
  ///
  /// Where none was prepared it is one whose accesses throw ``DefaultDatabaseError``, which says what to add.
  public var defaultDatabase: any DatabaseWriter {
    get { database ?? UnpreparedDatabase.shared }
    set { database = newValue }
  }

  /// Whether a property that is fetched has its first value when it is there, and not a moment later.
  ///
  /// It has in tests and previews, so that a test needs not wait for its model. In an application that blocks the thread that
  /// makes a property, the main thread for a view, for as long as its first query takes; who has small tables may like it, since
  /// no view is empty at first:
  ///
  /// ```swift
  /// prepareDependencies { $0.fetchesAtOnce = true }
  /// ```
  ///
  /// For one property say it with `delivery: .automatic.fetchingAtOnce`, or `.fetchingLater`.
  public var fetchesAtOnce: Bool {
    get { fetches ?? (context != .live) }
    set { fetches = newValue }
  }

  /// Who is told of the errors that ``withErrorReporting(_:catching:)`` catches; by default standard error.
  public var errorReporter: ErrorReporter {
    get { reporter ?? .standardError }
    set { reporter = newValue }
  }
}

extension DependencyValues {
  /// A value of one's own: what was set, else what the key says for an application, a test or a preview.
  public subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = others[ObjectIdentifier(key)] as? Key.Value { return value }
      return switch context {
      case .live: Key.liveValue
      case .test: Key.testValue
      case .preview: Key.previewValue
      }
    }
    set { others[ObjectIdentifier(key)] = newValue }
  }
}

/// Sets the values that hold wherever no others are set, as an application does when it starts.
///
/// - Parameter update: Changes the values.
/// - Returns: What `update` returns.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  // The closure may open a database, for which nobody else should wait.
  var values = DependencyValues.prepared.withLock { $0 }
  let result = try update(&values)
  DependencyValues.prepared.withLock { [values] in $0 = values }
  return result
}

/// Runs a closure in which other values hold, also for the tasks that it starts as children.
///
/// What is made in it keeps them: a model's `@Dependency` and `@FetchAll` use them afterwards too.
///
/// - Parameters:
///   - update: Changes the values.
///   - operation: What to run.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result
) rethrows -> Result {
  var values = DependencyValues.current
  try update(&values)
  return try DependencyValues.$overriding.withValue(values) { try operation() }
}

/// Runs a closure in which other values hold, also for the tasks that it starts as children.
///
/// - Parameters:
///   - update: Changes the values.
///   - operation: What to run.
/// - Returns: What `operation` returns.
@discardableResult
public func withDependencies<Result>(
  isolation: isolated (any Actor)? = #isolation,
  _ update: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> Result
) async rethrows -> Result {
  var values = DependencyValues.current
  try await update(&values)
  return try await DependencyValues.$overriding.withValue(values) { try await operation() }
}
