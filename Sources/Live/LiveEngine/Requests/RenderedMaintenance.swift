package import DatabaseTypes
import IncrementalQueries

/// A maintenance that renders its request for each connection, and again after a schema change.
package struct RenderedMaintenance<Value: Sendable, Snapshot: LiveSnapshot>: ResultMaintenance {
  package typealias Base = any ResultMaintenance<Value, Snapshot>

  private let make: @Sendable (Snapshot) throws -> Base?
  private let read: @Sendable (Snapshot) throws -> Value
  private var base: Base?

  /// Creates the maintenance for a request that has not been rendered yet.
  ///
  /// - Parameters:
  ///   - make: Renders the request and plans it; returns `nil` if it cannot be taken apart.
  ///   - read: Renders the request and reads its result.
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
    // Release our reference, so that the change is made in place.
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
