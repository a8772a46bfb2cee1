import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase
import TypedSQL

/// The maintenance of a query that is written for each connection, and again where the schema has changed.
struct DescribedMaintenance<Element: Sendable, Value: Sendable>: ResultMaintenance {
  typealias Snapshot = Database
  typealias Base = any ResultMaintenance<Value, Database>

  private let request: _QueryDescription<Element>
  private let make: @Sendable (_QueryDescription<Element>.Written) -> Base?
  private let reading:
    @Sendable (_QueryDescription<Element>.Written) -> @Sendable (Database) throws -> Value
  private var base: Base?

  init(
    _ request: _QueryDescription<Element>,
    _ make: @escaping @Sendable (_QueryDescription<Element>.Written) -> Base?,
    reading:
      @escaping @Sendable (_QueryDescription<Element>.Written)
      -> @Sendable (Database) throws -> Value
  ) {
    self.request = request
    self.make = make
    self.reading = reading
  }

  var analyzed: AnalyzedSelect? { base?.analyzed }

  mutating func start(_ db: Database, after old: Value?) throws -> ResultChange<Value>? {
    base = nil
    guard var base = try make(request.write(db)) else { return nil }
    let change = try base.start(db, after: old)
    self.base = base
    return change
  }

  mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Database) throws
    -> ResultChange<Value>
  {
    guard var base, !changes.changesSchema else { return try restart(value, db) }
    // So that there is one reference to what is changed.
    self.base = nil
    let change = try base.apply(changes, to: value, db)
    self.base = base
    return change
  }

  private mutating func restart(_ value: Value, _ db: Database) throws -> ResultChange<Value> {
    if let change = try start(db, after: value) { return change }
    let read = reading(try request.write(db))
    return .replaced(LiveReading(value: try read(db)), nil)
  }

  func correction(of value: Value, _ db: Database) throws -> Value? {
    try base?.correction(of: value, db)
  }
}
