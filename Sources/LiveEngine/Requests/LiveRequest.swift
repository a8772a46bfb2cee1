package import DatabaseTypes
package import IncrementalQueries

/// The question of a live query: how it is read, and when two results are the same.
///
/// A value without I/O. Equal ones in one database are one query underneath.
package struct LiveRequest<Value: Sendable, Snapshot: LiveSnapshot>: Sendable {
  /// A result, with what is known of its rows.
  package typealias Reading = LiveReading<Value>

  /// What tells it from other requests; `nil` where it is like no other.
  package let identity: LiveIdentity?
  /// What it reads, where that can be told before it is read; else it is recorded while it is read.
  package let region: (@Sendable (Snapshot) throws -> Region)?
  /// Reads it as a whole.
  package let read: @Sendable (Snapshot) throws -> Reading
  /// Whether a result need not be published after another one.
  package let isSame: @Sendable (Reading, Reading) -> Bool
  /// How two results differ that do not follow from each other; `nil` where they are not rows.
  let difference: (@Sendable (Value, Value) -> any LiveDifference)?
  /// What keeps its result up to date with less work; `nil` where it can only be read as a whole.
  let maintenance: (any ResultMaintenance<Value, Snapshot>)?
  /// Why there is no such thing.
  let reason: LivePlan.Reason
  /// What it is, for those who look at statistics.
  let text: @Sendable () -> String

  /// Makes a request; its parts are explained where they are declared.
  package init(
    identity: LiveIdentity?,
    region: (@Sendable (Snapshot) throws -> Region)?,
    read: @escaping @Sendable (Snapshot) throws -> Reading,
    isSame: @escaping @Sendable (Reading, Reading) -> Bool,
    difference: (@Sendable (Value, Value) -> any LiveDifference)? = nil,
    maintenance: (any ResultMaintenance<Value, Snapshot>)? = nil,
    reason: LivePlan.Reason = .closure,
    text: @escaping @Sendable () -> String = { "A closure that fetches" }
  ) {
    self.identity = identity
    self.region = region
    self.read = read
    self.isSame = isSame
    self.difference = difference
    self.maintenance = maintenance
    self.reason = reason
    self.text = text
  }
}

/// The identity of a request: equal ones are one query.
package struct LiveIdentity: Hashable, Sendable {
  private let base: any Hashable & Sendable

  /// Makes an identity of what is different for each request.
  package init(_ base: some Hashable & Sendable) { self.base = base }

  package static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}
