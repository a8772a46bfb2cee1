import DatabaseTypes
import Foundation
import SQLiteDatabase

/// A database to read and a database to replace, used together.
struct DatabasePair: Sendable {
  private let source: any DatabaseReader
  private let destination: any DatabaseWriter
  private let usesSourceFirst: Bool

  /// Creates a pair of two databases that others use too.
  ///
  /// The two are always acquired in the same order, so that two databases that are copied into each
  /// other do not deadlock.
  ///
  /// - Throws: ``DatabaseError`` if both are the same object.
  init(_ source: any DatabaseReader, _ destination: any DatabaseWriter) throws {
    guard source !== destination else {
      throw DatabaseError(
        code: .misuse,
        message: "A database cannot be copied into itself.",
        path: source.path
      )
    }
    self.source = source
    self.destination = destination
    usesSourceFirst = ObjectIdentifier(source) < ObjectIdentifier(destination)
  }

  /// Creates a pair whose source no one else uses.
  init(unshared source: any DatabaseReader, _ destination: any DatabaseWriter) {
    self.source = source
    self.destination = destination
    usesSourceFirst = false
  }

  /// Runs a closure with the source in a read transaction, and the destination without other users.
  func withBoth<Result>(_ body: (_ source: Database, _ destination: Database) throws -> Result)
    throws
    -> Result
  {
    if usesSourceFirst {
      return try source.read { source in
        try destination.barrierWriteWithoutTransaction { try body(source, $0) }
      }
    }
    return try destination.barrierWriteWithoutTransaction { destination in
      try source.read { try body($0, destination) }
    }
  }

  /// Runs a closure with both, on the thread of one of them.
  ///
  /// That thread is blocked while it waits for the other.
  func withBoth<Result: Sendable>(
    _ body: @escaping @Sendable (_ source: Database, _ destination: Database) throws -> Result
  ) async throws -> Result {
    if usesSourceFirst {
      return try await source.read { [destination] source in
        try destination.barrierWriteWithoutTransaction { destination in
          try source.sharingCancellation(with: destination) { try body(source, destination) }
        }
      }
    }
    return try await destination.barrierWriteWithoutTransaction { [source] destination in
      try source.read { source in
        try source.sharingCancellation(with: destination) { try body(source, destination) }
      }
    }
  }
}

extension Database {
  /// Lets the task of one access cancel the work of an access that is nested in it.
  fileprivate func sharingCancellation<Result>(
    with other: Database,
    _ body: () throws -> Result
  ) rethrows -> Result {
    let flags = (cancellation, other.cancellation)
    cancellation = flags.0 ?? flags.1
    other.cancellation = flags.1 ?? flags.0
    defer { (cancellation, other.cancellation) = flags }
    return try body()
  }
}
