package import DatabaseTypes
package import IncrementalQueries
package import TypedSQL

/// The request of a live query: how to read it, and when two results are the same.
///
/// It is a value without I/O. Equal requests on one database share one query.
package struct LiveRequest<Value: Sendable, Snapshot: LiveSnapshot>: Sendable {
  /// A result, with what is known about its rows.
  package typealias Reading = LiveReading<Value>

  /// The identity among requests; `nil` if no other request equals it.
  package let identity: LiveIdentity?
  /// Returns the region that it reads, if known in advance; otherwise it is recorded during
  /// reading.
  package let region: (@Sendable (Snapshot) throws -> Region)?
  /// The statement whose region it returns, if it is one.
  let query: QueryFragment?
  /// Reads the whole result.
  package let read: @Sendable (Snapshot) throws -> Reading
  /// Returns whether a result need not be published after another one.
  package let isSame: @Sendable (Reading, Reading) -> Bool
  /// Computes the difference between any two results; `nil` if they are not rows.
  package let difference: (@Sendable (Value, Value) -> any LiveDifference)?
  /// Keeps the result up to date with less work; `nil` if it can only be read as a whole.
  let maintenance: (any ResultMaintenance<Value, Snapshot>)?
  /// The reason if there is no maintenance.
  let reason: LivePlan.Reason
  /// Returns a description for statistics.
  let text: @Sendable () -> String

  /// Creates a request; see its properties for the parts.
  package init(
    identity: LiveIdentity?,
    region: (@Sendable (Snapshot) throws -> Region)?,
    query: QueryFragment? = nil,
    read: @escaping @Sendable (Snapshot) throws -> Reading,
    isSame: @escaping @Sendable (Reading, Reading) -> Bool,
    difference: (@Sendable (Value, Value) -> any LiveDifference)? = nil,
    maintenance: (any ResultMaintenance<Value, Snapshot>)? = nil,
    reason: LivePlan.Reason = .closure,
    text: @escaping @Sendable () -> String = { "A closure that fetches" }
  ) {
    self.identity = identity
    self.region = region
    self.query = query
    self.read = read
    self.isSame = isSame
    self.difference = difference
    self.maintenance = maintenance
    self.reason = reason
    self.text = text
  }
}

/// The identity of a request: equal requests share one query.
package struct LiveIdentity: Hashable, Sendable {
  private let base: any Hashable & Sendable

  /// Creates an identity from a value that differs between requests.
  package init(_ base: some Hashable & Sendable) { self.base = base }

  package static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}
