import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// Keeps the result of a query that is written for each connection, and again where the schema has changed.
struct MaintainedRequest<Element: Sendable, Base: LiveMaintenance>: LiveMaintenance {
  typealias Value = Base.Value

  private let request: _QueryDescription<Element>
  private let make: @Sendable (LiveSelect<Element>) -> Base
  private let reading:
    @Sendable (_QueryDescription<Element>.Written) -> @Sendable (Database) throws -> Value
  private var base: Base?

  init(
    _ request: _QueryDescription<Element>,
    _ make: @escaping @Sendable (LiveSelect<Element>) -> Base,
    reading:
      @escaping @Sendable (_QueryDescription<Element>.Written)
      -> @Sendable (Database) throws -> Value
  ) {
    self.request = request
    self.make = make
    self.reading = reading
  }

  var planned: PlannedSelect? { base?.planned }

  mutating func start(_ db: Database, after old: Value?) throws -> LiveChange<Value>? {
    base = nil
    guard var base = try request.select(request.write(db)).map(make) else { return nil }
    let change = try base.start(db, after: old)
    self.base = base
    return change
  }

  mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Database) throws
    -> LiveStep<Value>
  {
    guard var base, !changes.changesSchema else { return try restart(value, db) }
    // So that there is one reference to what is changed.
    self.base = nil
    let step = try base.apply(changes, to: value, db)
    self.base = base
    return step
  }

  private mutating func restart(_ value: Value, _ db: Database) throws -> LiveStep<Value> {
    if let change = try start(db, after: value) { return LiveStep(change: change, isRerun: true) }
    let read = reading(try request.write(db))
    return LiveStep(change: .value(LiveReading(value: try read(db)), nil), isRerun: true)
  }

  func correction(of value: Value, _ db: Database) throws -> Value? {
    try base?.correction(of: value, db)
  }
}
