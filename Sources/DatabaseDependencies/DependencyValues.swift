public import DatabaseTypes
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
  /// What was prepared, where the values are those of an operation.
  private var prepared = SetValues()
  /// What was set: by an operation and those around it, or when the application started.
  private var set = SetValues()

  /// The values of this task: those of the innermost ``withDependencies(_:operation:)``, else the prepared ones.
  public static var current: DependencyValues { overriding ?? ofProcess.withLock { $0 } }

  @TaskLocal static var overriding: DependencyValues?
  static let ofProcess = Mutex(DependencyValues())

  /// The values that an operation changes: those of the one around it, or none besides the prepared ones.
  static var toOverride: DependencyValues {
    if let overriding { return overriding }
    var values = DependencyValues()
    values.prepared = ofProcess.withLock { $0.set }
    return values
  }

  /// The values of another operation, and those of this one for what that does not set.
  func merging(_ other: DependencyValues) -> DependencyValues {
    var values = other
    values.set = set.merging(other.set)
    return values
  }
}

/// Values that were set.
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
  /// What the process is for; a test may say something else.
  public var context: DependencyContext {
    get { set.context ?? prepared.context ?? .ofProcess }
    set { set.context = newValue }
  }

  /// The database that is used where no other is named.
  ///
  /// Where none was prepared it is one whose accesses throw ``DefaultDatabaseError``, which says what to add.
  public var defaultDatabase: any DatabaseWriter {
    get { set.database ?? prepared.database ?? UnpreparedDatabase.shared }
    set {
      set.database = newValue
      set.liveDatabase = newValue
    }
  }

  /// The database of which properties are fetched where no other is named: the default one, or one of PostgreSQL's.
  ///
  /// ```swift
  /// prepareDependencies { $0.defaultLiveDatabase = PostgresDatabase("postgres:///shop") }
  /// ```
  public var defaultLiveDatabase: any LiveDatabase {
    get { set.liveDatabase ?? prepared.liveDatabase ?? UnpreparedDatabase.shared }
    set { set.liveDatabase = newValue }
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
    get { set.fetches ?? prepared.fetches ?? (context != .live) }
    set { set.fetches = newValue }
  }

  /// Who is told of the errors that ``withErrorReporting(_:catching:)`` catches; by default standard error.
  public var errorReporter: ErrorReporter {
    get { set.reporter ?? prepared.reporter ?? .standardError }
    set { set.reporter = newValue }
  }
}

extension DependencyValues {
  /// A value of one's own: what was set, else what the key says for an application, a test or a preview.
  ///
  /// In an application a key that has no value for it, a ``TestDependencyKey``, is reported, and has the one for tests.
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
    reportIssue("\(Self.self) has no value for applications: make it a `DependencyKey`.")
    return testValue
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
  var values = DependencyValues.ofProcess.withLock { $0 }
  let result = try update(&values)
  DependencyValues.ofProcess.withLock { [values] in $0 = values }
  return result
}
