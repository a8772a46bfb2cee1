import DatabaseTypes
import IncrementalQueries
import LiveEngine
import LiveQueries
import SQLiteDatabase

/// A live query that is compared with its query run afresh.
protocol EngineSubject: AnyObject {
  var name: String { get }
  /// Waits for the first result.
  func begin() async throws
  /// Runs the query.
  func readTruth(_ db: Database)
  /// Returns what is wrong, if anything, now that the last commit has been published.
  ///
  /// - Parameter follows: Whether the values of the sequence are taken too.
  func complaint(follows: Bool) async -> String?
  func pauseOrResume() async throws
  func subscribeAgain() async throws
}

/// A property, and a sequence that follows it.
final class PropertySubject<Property: FetchProperty, Value: Equatable & Sendable>: EngineSubject
where Property.Value == Value {
  let name: String
  private let make: () -> Property
  private let truth: (Database) throws -> Value
  /// The query as it is written, including what its order leaves open.
  private let asWritten: ((Database) throws -> Value)?
  /// The form in which two values are compared.
  private let form: (Value) -> Value
  /// The form in which values are compared if their order is open.
  private let sorted: (Value) -> Value
  private let property: Property
  private var second: Property?
  private var follower: any EngineFollower<Value>
  private var expected: Result<Value, any Error>?
  private var expectedAsWritten: Value?
  private var seen: Value?
  private var hasFailed = false

  init(
    _ name: String,
    _ make: @escaping () -> Property,
    form: @escaping (Value) -> Value = { $0 },
    sorted: @escaping (Value) -> Value = { $0 },
    follower: (Property) -> any EngineFollower<Value>,
    asWritten: ((Database) throws -> Value)? = nil,
    truth: @escaping (Database) throws -> Value
  ) {
    self.name = name
    self.make = make
    self.form = form
    self.sorted = sorted
    self.truth = truth
    self.asWritten = asWritten
    property = make()
    self.follower = follower(property)
  }

  func begin() async throws {
    do { try await property.load() } catch is NotFound {}
  }

  func readTruth(_ db: Database) {
    expected = Result { try truth(db) }
    expectedAsWritten = try? asWritten?(db)
  }

  func complaint(follows: Bool) async -> String? {
    if property.isPaused { return nil }
    let error = property.loadError
    switch expected {
    case nil: return nil
    case .failure(let expected):
      hasFailed = true
      return error == nil ? "\(name): there is no error, and the query fails: \(expected)" : nil
    case .success(let expected):
      if let error { return "\(name), \(plan): the query does not fail, and there is: \(error)" }
      if let complaint = complaint(property, expected) { return complaint }
      if let second, let complaint = complaint(second, expected) {
        return "subscribed again: \(complaint)"
      }
    }
    return follows ? await complaintOfFollower() : nil
  }

  private var plan: String { property.plan.map { "\($0)" } ?? "no plan" }

  private func complaint(_ property: Property, _ expected: Value) -> String? {
    let value = form(property.fetched.value)
    // A query that runs again is in its own order, which may leave some order open, including which
    // of several equal rows are within a limit.
    if property.plan?.isRerun == true,
      sorted(value) == sorted(expected) || value == expectedAsWritten
    {
      return nil
    }
    return value == form(expected)
      ? nil : "\(name), \(plan):\n  live   \(value)\n  afresh \(form(expected))"
  }

  private func complaintOfFollower() async -> String? {
    let value = property.fetched.value
    guard value != seen else { return nil }
    seen = await follower.next(after: seen)
    return seen == value
      ? nil
      : "\(name), \(plan):\n  value          \(value)\n  told by \(follower) \(String(describing: seen))"
  }

  func pauseOrResume() async throws {
    guard property.isPaused else { return property.pause() }
    property.resume()
    try await property.load()
  }

  func subscribeAgain() async throws {
    let another = make()
    do { try await another.load() } catch is NotFound {}
    second = another
  }
}

/// A consumer of the elements of a sequence.
protocol EngineFollower<Value>: AnyObject {
  associatedtype Value
  /// Returns the newest value, made from the previous one; `nil` if that fails.
  func next(after old: Value?) async -> Value?
}

/// A follower that takes whole values.
final class ValueFollower<Value: Sendable>: EngineFollower {
  private var iterator: FetchedValues<Value>.AsyncIterator

  init(_ values: FetchedValues<Value>) { iterator = values.makeAsyncIterator() }

  func next(after old: Value?) async -> Value? { await iterator.next() }
}

/// A follower that applies differences.
final class DifferenceFollower<Element: Sendable>: EngineFollower {
  private var iterator: FetchedDifferences<Element>.AsyncIterator

  init(_ differences: FetchedDifferences<Element>) { iterator = differences.makeAsyncIterator() }

  func next(after old: [Element]?) async -> [Element]? {
    let difference = await iterator.next()
    return try? difference?.applying(to: old ?? [])
  }
}

/// A live query of SQL text.
final class TextSubject: EngineSubject {
  let name: String
  private let query: LiveQuery
  private var iterator: LiveQuery.AsyncIterator?
  private var rows: [Row]?
  private var expected: Result<[Row], any Error>?

  init(_ sql: String, _ database: any DatabaseWriter) {
    name = sql
    query = database.liveQuery(sql: sql)
  }

  func begin() async throws {
    iterator = query.makeAsyncIterator()
    rows = try await iterator?.next()?.rows
  }

  func readTruth(_ db: Database) { expected = Result { try Row.fetchAll(db, sql: name) } }

  func complaint(follows: Bool) async -> String? {
    switch expected {
    case nil: return nil
    case .failure: return await complaintOfFailure()
    case .success(let expected):
      guard follows else { return nil }
      do {
        // The sequence has ended after an error.
        if iterator == nil { try await begin() }
        return try await complaint(expected)
      } catch { return "\(name): \(error)" }
    }
  }

  private func complaintOfFailure() async -> String? {
    guard iterator != nil else { return nil }
    defer { iterator = nil }
    do {
      // A result that was not taken yet comes first.
      _ = try await iterator?.next()
      _ = try await iterator?.next()
      return "\(name): the query fails, and the sequence goes on"
    } catch { return nil }
  }

  private func complaint(_ expected: [Row]) async throws -> String? {
    guard rows != expected else { return nil }
    guard let update = try await iterator?.next() else { return "\(name): the sequence has ended" }
    let applied = try update.difference.applying(to: rows ?? [])
    rows = update.rows
    if applied != update.rows, update.cause != .initial {
      return "\(name): the difference leads elsewhere"
    }
    return rows == expected ? nil : "\(name):\n  live   \(update.rows)\n  afresh \(expected)"
  }

  func pauseOrResume() async throws {}

  func subscribeAgain() async throws {
    if iterator != nil { try await begin() }
  }
}
