import LiveSQL
import Observation

/// A live query that is judged.
protocol FuzzSubject: AnyObject {
  var name: String { get }
  /// Whether the expected result is a value and not an error.
  var hasTruth: Bool { get }
  var isWatched: Bool { get }
  /// The way in which the query is kept up to date; `nil` if that is not known.
  var plan: LivePlan? { get }
  func use(_ use: FuzzUse) async
  /// Fetches the expected result.
  func readTruth(_ db: Database)
  /// Returns what is wrong with its value.
  func complaint() -> String?
  /// Returns what is wrong with its followers.
  func complaintOfFollowers() -> String?
  /// Registers access to everything that can change, for observation tracking.
  func access()
}

/// The ways in which a query can be watched, and its expected result.
struct FuzzQuery<Property: FetchProperty> where Property.Value: Hashable {
  typealias Value = Property.Value
  typealias Follower = FuzzFollower<Value>

  let name: String
  let watch: (_ atOnce: Bool) -> Property
  let truth: @Sendable (Database) throws -> Value
  /// The form in which values are compared if the query leaves their order open.
  var form: (Value) -> Value = { $0 }
  /// Creates the followers of a property.
  var followers: (Property, FuzzBell) -> [Follower]
  /// Creates the observers of the database.
  var observers: (FuzzBell) -> [Follower] = { _ in [] }
  /// Whether its plan must be to run again.
  var mustRunAgain = false
}

/// A property with its followers.
final class FuzzProperty<Property: FetchProperty>: FuzzSubject where Property.Value: Hashable {
  typealias Value = Property.Value

  private let query: FuzzQuery<Property>
  private let database: any DatabaseWriter
  private let bell: FuzzBell
  private var first: Property?
  private var second: Property?
  private var followers: [FuzzFollower<Value>] = []
  private var observers: [FuzzFollower<Value>] = []
  private var expected: Result<Value, any Error>?

  init(_ query: FuzzQuery<Property>, _ database: any DatabaseWriter, _ bell: FuzzBell) {
    self.query = query
    self.database = database
    self.bell = bell
  }

  var name: String { query.name }
  var isWatched: Bool { first != nil }
  var plan: LivePlan? { first?.plan }

  private var isPaused: Bool { first?.isPaused == true }

  func use(_ use: FuzzUse) async {
    switch use {
    case .watch: watch(atOnce: false)
    case .watchAtOnce: watch(atOnce: true)
    case .watchAgain:
      second = query.watch(false)
      observers = query.observers(bell)
    case .releaseInBackground: (first, second, followers, observers) = (nil, nil, [], [])
    case .pause: first?.pause()
    case .resume: first?.resume()
    case .reload: try? await first?.load()
    case .fetch: _ = try? await database.read { [truth = query.truth] in try truth($0) }
    case .fetchInWrite:
      _ = try? await database.writeWithoutTransaction { [truth = query.truth] in try truth($0) }
    }
  }

  private func watch(atOnce: Bool) {
    guard first == nil else { return }
    let property = query.watch(atOnce)
    first = property
    followers = query.followers(property, bell)
  }

  func readTruth(_ db: Database) { expected = Result { try query.truth(db) } }

  var hasTruth: Bool { if case .success = expected { true } else { false } }

  func access() {
    for property in [first, second] {
      _ = property?.fetched.value
      _ = property?.loadError
      _ = property?.isLoading
    }
  }
}

// MARK: - Judging

extension FuzzProperty {
  func complaint() -> String? {
    guard !isPaused, let first, let expected else { return nil }
    if let complaint = complaint(first, expected) { return complaint }
    guard let second else { return nil }
    return complaint(second, expected).map { "watched again: \($0)" }
  }

  private var title: String { "\(name) (\(plan.map { "\($0)" } ?? "no plan"))" }

  private func complaint(_ property: Property, _ expected: Result<Value, any Error>) -> String? {
    if property.isLoading { return "\(title) is loading" }
    switch expected {
    case .failure(let error):
      return property.loadError == nil ? "\(title) tells no error, and should: \(error)" : nil
    case .success(let expected):
      if let error = property.loadError { return "\(title) tells an error: \(error)" }
      if query.mustRunAgain, property.plan?.isRerun == false { return "\(title) has such a plan" }
      let (live, fresh) = (query.form(property.fetched.value), query.form(expected))
      return live == fresh ? nil : "\(title):\n  live  \(live)\n  fresh \(fresh)"
    }
  }

  func complaintOfFollowers() -> String? {
    guard !isPaused, let first, let expected, case .success = expected else { return nil }
    beginAgain()
    let value = first.fetched.value
    for follower in followers {
      if let complaint = follower.complaint(value) { return "\(title), \(complaint)" }
    }
    for observer in observers {
      // Observed values are in the order of the query.
      if let complaint = observer.complaint(value, query.form) { return "\(title), \(complaint)" }
    }
    return nil
  }

  /// Starts observations again that have ended with an error.
  private func beginAgain() {
    if observers.contains(where: \.hasFailed) { observers = query.observers(bell) }
  }
}
