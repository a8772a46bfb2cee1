import DatabaseTypes
import SQLiteDatabase

/// What a live query asks for: how it is read, and when two results are the same.
///
/// A value without I/O. Equal ones in one database are one query underneath.
struct LiveRequest<Value: Sendable>: Sendable {
  typealias Reading = LiveReading<Value>

  /// What tells it from other requests; `nil` where it is like no other.
  let identity: LiveIdentity?
  /// What it reads, where that can be told before it is read; else it is recorded while it is read.
  let region: (@Sendable (Database) throws -> Region)?
  /// Reads it.
  let read: @Sendable (Database) throws -> Reading
  /// Whether a result need not be published after another one.
  let isSame: @Sendable (Reading, Reading) -> Bool
}

/// A result, and by what its rows are told apart.
struct LiveReading<Value: Sendable>: Sendable {
  let value: Value
  /// One for each row, where the rows are known.
  var marks: [RowMark]?
  /// The reading from which this one was made, where that decides whether it is the same.
  var basis: (any Sendable)?
}

/// What tells a request from others.
struct LiveIdentity: Hashable, Sendable {
  private let base: any Hashable & Sendable

  init(_ base: some Hashable & Sendable) { self.base = base }

  static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}

extension LiveRequest {
  /// The request without its type, as the engine keeps it.
  var erased: AnyLiveRequest {
    let (read, isSame) = (read, isSame)
    return AnyLiveRequest(
      identity: identity,
      region: region,
      read: { try read($0) },
      isSame: { left, right in
        guard let left = left as? Reading, let right = right as? Reading else { return false }
        return isSame(left, right)
      }
    )
  }
}

/// A request whose readings are of any type.
struct AnyLiveRequest: Sendable {
  let identity: LiveIdentity?
  let region: (@Sendable (Database) throws -> Region)?
  let read: @Sendable (Database) throws -> any Sendable
  let isSame: @Sendable (any Sendable, any Sendable) -> Bool
}
