package import DatabaseTypes
import IncrementalQueries
package import LiveEngine

/// Keeps the result of a request up to date that is written anew for each connection, and again where the schema has changed.
package struct DescribedMaintenance<Value: Sendable, Snapshot: LiveSnapshot>: ResultMaintenance {
  package typealias Base = any ResultMaintenance<Value, Snapshot>

  private let make: @Sendable (Snapshot) throws -> Base?
  private let read: @Sendable (Snapshot) throws -> Value
  private var base: Base?

  /// Makes it for a request that is not written yet.
  ///
  /// - Parameters:
  ///   - make: Writes the request, and plans it; `nil` where it cannot be taken apart.
  ///   - read: Writes the request, and reads its result.
  package init(
    _ make: @escaping @Sendable (Snapshot) throws -> Base?,
    reading read: @escaping @Sendable (Snapshot) throws -> Value
  ) {
    (self.make, self.read) = (make, read)
  }

  package var analyzed: AnalyzedSelect? { base?.analyzed }

  package mutating func start(_ db: Snapshot, after old: Value?) throws -> ResultChange<Value>? {
    base = nil
    guard var base = try make(db) else { return nil }
    let change = try base.start(db, after: old)
    self.base = base
    return change
  }

  package mutating func apply(_ changes: ChangeSet, to value: Value, _ db: Snapshot) throws
    -> ResultChange<Value>
  {
    guard var base, !changes.changesSchema else { return try restart(value, db) }
    // So that there is one reference to what is changed.
    self.base = nil
    let change = try base.apply(changes, to: value, db)
    self.base = base
    return change
  }

  private mutating func restart(_ value: Value, _ db: Snapshot) throws -> ResultChange<Value> {
    if let change = try start(db, after: value) { return change }
    return .replaced(LiveReading(value: try read(db)), nil)
  }

  package func correction(of value: Value, _ db: Snapshot) throws -> Value? {
    try base?.correction(of: value, db)
  }
}
