import Synchronization

/// An object that belongs to a database object, such as its live queries, and is closed with it.
package protocol PostgresAttachment: AnyObject, Sendable {
  /// Closes it; called once.
  func close()
}

/// The objects that belong to a database object, one of each type.
///
/// State: the attachments and whether they were closed, guarded by a mutex.
final class PostgresAttachments: Sendable {
  private struct State {
    var all: [ObjectIdentifier: any PostgresAttachment] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Returns the attachment of a type, which is created on first use.
  ///
  /// - Throws: ``PostgresDatabaseError`` with `.closed`.
  func attachment<Attachment: PostgresAttachment>(_ make: () -> Attachment) throws -> Attachment {
    try state.withLock { state in
      guard !state.isClosed else { throw PostgresDatabaseError.closed }
      let id = ObjectIdentifier(Attachment.self)
      if let known = state.all[id] as? Attachment { return known }
      let new = make()
      state.all[id] = new
      return new
    }
  }

  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      defer { state.all = [:] }
      return Array(state.all.values)
    }
    for attachment in all { attachment.close() }
  }
}

extension PostgresDatabase {
  /// Returns the attachment of a type, which is created on first use and closed with the database
  /// object.
  ///
  /// - Parameter make: A closure that creates it; it must not block.
  /// - Throws: ``PostgresDatabaseError`` with `.closed`.
  package func attachment<Attachment: PostgresAttachment>(_ make: () -> Attachment) throws
    -> Attachment
  { try attachments.attachment(make) }
}
