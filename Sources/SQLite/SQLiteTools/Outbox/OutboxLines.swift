/// The changes of an outbox after a token as lines of JSON, and then those of each further commit.
///
/// ```json
/// {"token":7,"kind":"updated","row":{"id":1,"title":"Milk"}}
/// ```
///
/// Each change is a line with its end. The row has its columns as the database stores them; on
/// PostgreSQL, Booleans, decimal numbers and documents are those of JSON. A blob is
/// `{"base64":"…"}`.
///
/// A file to which lines are appended has each change exactly once, also across crashes: begin
/// after the token of its last complete line. The sequence waits for commits, and ends when its
/// task is cancelled or the database is closed.
public struct OutboxLines: AsyncSequence, Sendable {
  /// A line of JSON, with its end.
  public typealias Element = String

  private let batches: OutboxBatches<String>

  package init(_ batches: OutboxBatches<String>) { self.batches = batches }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(batches.makeAsyncIterator()) }

  /// An iterator over lines.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var batches: OutboxBatches<String>.AsyncIterator
    private var changes: ArraySlice<OutboxChange<String>> = []

    init(_ batches: OutboxBatches<String>.AsyncIterator) { self.batches = batches }

    /// Returns the next line; waits until there is one.
    ///
    /// - Returns: `nil` if the task is cancelled or the database is closed.
    /// - Throws: ``OutboxError``, or an error of the database.
    public mutating func next() async throws -> String? {
      if changes.isEmpty { changes = try await batches.next()?.changes[...] ?? [] }
      return changes.popFirst()?.line
    }
  }
}

extension OutboxChange<String> {
  /// The change as a line of JSON, with its end.
  fileprivate var line: String {
    "{\"token\":\(token.rawValue),\"kind\":\"\(kind.rawValue)\",\"row\":\(row)}\n"
  }
}
