public import DatabaseTypes
public import SQLiteDatabase
import Synchronization

/// The values that an application prepares once and uses in many places.
///
/// ```swift
/// // When the application starts:
/// prepareDependencies { $0.defaultDatabase = try! defaultDatabase() }
///
/// // Where it is used:
/// @Dependency(\.defaultDatabase) var database
///
/// // In a test or preview:
/// withDependencies { $0.defaultDatabase = emptyDatabase } operation: {
///   let model = RemindersModel()
/// }
/// ```
public struct DependencyValues: Sendable {
  /// The values that were prepared, if these are the values of an operation.
  private var prepared = SetValues()
  /// The values that were set by an operation and those around it, or when the application started.
  private var set = SetValues()

  /// The values of the current task.
  ///
  /// These are the values of the innermost ``withDependencies(_:operation:)``, or else the prepared
  /// ones.
  public static var current: DependencyValues { overriding ?? ofProcess.withLock { $0 } }

  @TaskLocal static var overriding: DependencyValues?
  static let ofProcess = Mutex(DependencyValues())

  /// The values for an operation to change: those of the enclosing operation, or else none.
  ///
  /// The prepared values remain available.
  static var toOverride: DependencyValues {
    if let overriding { return overriding }
    var values = DependencyValues()
    values.prepared = ofProcess.withLock { $0.set }
    return values
  }

  /// Returns the values of another operation, with those of this one for everything it does not
  /// set.
  func merging(_ other: DependencyValues) -> DependencyValues {
    var values = other
    values.set = set.merging(other.set)
    return values
  }
}

/// A collection of values that were set.
private struct SetValues: Sendable {
  var database: (any DatabaseWriter)?
  var liveDatabase: (any LiveDatabase)?
  var reporter: ErrorReporter?
  var fetches: Bool?
  var context: DependencyContext?
  var others: [ObjectIdentifier: any Sendable] = [:]

  func merging(_ other: SetValues) -> SetValues {
    SetValues(
      database: other.database ?? database,
      liveDatabase: other.liveDatabase ?? liveDatabase,
      reporter: other.reporter ?? reporter,
      fetches: other.fetches ?? fetches,
      context: other.context ?? context,
      others: others.merging(other.others) { $1 }
    )
  }
}

extension DependencyValues {
  /// The context of the process; a test may set another one.
  public var context: DependencyContext {
    get { set.context ?? prepared.context ?? .ofProcess }
    set { set.context = newValue }
  }

  /// The database that is used if no other is specified.
  ///
  /// If none was prepared, all accesses throw ``DefaultDatabaseError``, which explains what to add.
  public var defaultDatabase: any DatabaseWriter {
    get { set.database ?? prepared.database ?? UnpreparedDatabase.shared }
    set {
      set.database = newValue
      set.liveDatabase = newValue
    }
  }

  /// The database from which properties are fetched if no other is specified.
  ///
  /// It is the default database, or a PostgreSQL database:
  ///
  /// ```swift
  /// prepareDependencies { $0.defaultLiveDatabase = PostgresDatabase("postgres:///shop") }
  /// ```
  public var defaultLiveDatabase: any LiveDatabase {
    get { set.liveDatabase ?? prepared.liveDatabase ?? UnpreparedDatabase.shared }
    set { set.liveDatabase = newValue }
  }

  /// Whether a fetched property has its first value immediately when it is created.
  ///
  /// The default is `true` in tests and previews, so that a test need not wait for its model. In an
  /// application, it blocks the thread that creates the property (the main thread for a view) for
  /// the duration of the first query. This can be useful for small tables, since no view is empty
  /// at first:
  ///
  /// ```swift
  /// prepareDependencies { $0.fetchesImmediately = true }
  /// ```
  ///
  /// For a single property, use `delivery: .automatic.fetchingImmediately` or `.fetchingLater`.
  public var fetchesImmediately: Bool {
    get { set.fetches ?? prepared.fetches ?? (context != .live) }
    set { set.fetches = newValue }
  }

  /// The receiver of errors caught by ``withErrorReporting(_:file:line:catching:)``.
  ///
  /// By default, errors are written to standard error.
  public var errorReporter: ErrorReporter {
    get { set.reporter ?? prepared.reporter ?? .standardError }
    set { set.reporter = newValue }
  }
}

extension DependencyValues {
  /// The value of a custom key: the one that was set, or else the key's value for the context.
  ///
  /// In an application, a key without a value for applications, which is only a
  /// ``TestDependencyKey``, is reported as an issue, and its value for tests is used.
  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      let id = ObjectIdentifier(key)
      if let value = (set.others[id] ?? prepared.others[id]) as? Key.Value { return value }
      return switch context {
      case .live: key.valueInApplications
      case .test: key.testValue
      case .preview: key.previewValue
      }
    }
    set { set.others[ObjectIdentifier(key)] = newValue }
  }
}

extension TestDependencyKey {
  fileprivate static var valueInApplications: Value {
    if let key = self as? any DependencyKey.Type, let value = key.liveValue as? Value {
      return value
    }
    reportIssue("\(Self.self) has no value for applications. Make it a `DependencyKey`.")
    return testValue
  }
}

/// Sets the values that are used unless others are set; call it when the application starts.
///
/// - Parameter update: Changes the values.
/// - Returns: The result of `update`.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  // Do not hold the lock: the closure may open a database, for which no one else should wait.
  var values = DependencyValues.ofProcess.withLock { $0 }
  let result = try update(&values)
  DependencyValues.ofProcess.withLock { [values] in $0 = values }
  return result
}
