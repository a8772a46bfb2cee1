import SQLiteDatabase

/// The rows of a query on PostgreSQL as text, in pieces.
///
/// Each iteration runs the query again.
public struct PostgresDumpPieces: AsyncSequence, Sendable {
  /// A piece, in UTF-8.
  public typealias Element = [UInt8]

  let dump: @Sendable (_ write: @escaping @Sendable ([UInt8]) throws -> Void) async throws -> Void

  /// Creates an iterator; the query runs when the first piece is requested.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// An iterator over the pieces.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let pieces: PostgresDumpPieces
    private var writing: Writing?
    private var taken: IndexingIterator<[[UInt8]]>?

    init(_ pieces: PostgresDumpPieces) { self.pieces = pieces }

    /// Returns the next piece; waits until it has been written.
    ///
    /// - Returns: `nil` after the last piece.
    /// - Throws: `PostgresError`, `PostgresRequestError`, an error of `progress`, or
    ///   `CancellationError` if the task is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      if let piece = taken?.next() { return piece }
      let writing = writing ?? Writing(pieces)
      self.writing = writing
      taken = try await writing.buffer.take().makeIterator()
      return taken?.next()
    }
  }
}

/// A task that writes pieces, and ends with this object.
private final class Writing: Sendable {
  let buffer: RowBuffer<[UInt8]>
  private let task: Task<Void, Never>

  init(_ pieces: PostgresDumpPieces) {
    let buffer = RowBuffer<[UInt8]>(limit: 1)
    self.buffer = buffer
    task = Task {
      do {
        try await pieces.dump { piece in
          guard try buffer.add(piece, isWanted: { false }) else { throw CancellationError() }
        }
        buffer.end(.success(()))
      } catch {
        buffer.end(.failure(error))
      }
    }
  }

  deinit {
    buffer.abandon()
    task.cancel()
  }
}
