import SQLiteDatabase
import Synchronization

/// A channel that passes the pieces of an input from a task to the thread that imports them.
///
/// It holds one piece: the task waits until the thread has taken it.
///
/// State: the piece, how the input ended, and who waits, guarded by a mutex.
package final class PieceChannel: Sendable {
  fileprivate struct State {
    var piece: [UInt8]?
    var end: Result<Void, any Error>?
    var isAbandoned = false
    var sender: CheckedContinuation<Void, Never>?
    var receiver: BlockedThread<Void>?
  }

  private let state = Mutex(State())

  /// Returns the channel as the input of an import.
  package func source(byteCount: Int?) -> ImportSource {
    ImportSource(byteCount: byteCount) { try self.receive() }
  }

  /// Sends the pieces of a sequence, until its end or until no one wants more.
  package func send<Pieces: AsyncSequence>(_ pieces: Pieces) async
  where Pieces.Element: Sequence<UInt8> {
    do {
      for try await piece in pieces {
        let bytes = Array(piece)
        guard bytes.isEmpty || send(bytes) else { return }
        await untilTaken()
      }
      end(.success(()))
    } catch {
      end(.failure(error))
    }
  }

  /// Sends the bytes of a sequence in pieces, until its end or until no one wants more.
  package func send<Bytes: AsyncSequence>(bytes: Bytes) async where Bytes.Element == UInt8 {
    var piece: [UInt8] = []
    do {
      for try await byte in bytes {
        piece.append(byte)
        guard piece.count == 1 << 16 else { continue }
        guard send(piece) else { return }
        piece.removeAll(keepingCapacity: true)
        await untilTaken()
      }
      guard piece.isEmpty || send(piece) else { return }
      end(.success(()))
    } catch {
      end(.failure(error))
    }
  }

  /// - Returns: Whether anyone wants the piece.
  private func send(_ piece: [UInt8]) -> Bool {
    let (receiver, isWanted) = state.withLock { state -> (BlockedThread<Void>?, Bool) in
      guard !state.isAbandoned else { return (nil, false) }
      state.piece = piece
      return (state.receiver.take(), true)
    }
    receiver?.resume(.success(()))
    return isWanted
  }

  private func untilTaken() async {
    await withCheckedContinuation { continuation in
      let isTaken = state.withLock { state in
        if state.piece == nil || state.isAbandoned { return true }
        state.sender = continuation
        return false
      }
      if isTaken { continuation.resume() }
    }
  }

  private func end(_ result: Result<Void, any Error>) {
    let receiver = state.withLock { state in
      state.end = result
      return state.receiver.take()
    }
    receiver?.resume(.success(()))
  }

  /// Takes the next piece; blocks the thread until there is one.
  ///
  /// - Returns: `nil` at the end.
  /// - Throws: The error of the sequence, or `CancellationError` if the channel was abandoned.
  private func receive() throws -> [UInt8]? {
    while true {
      let thread = BlockedThread<Void>()
      let step = try state.withLock { state in try state.take(orWaitOn: thread) }
      step.sender?.resume()
      guard step.waits else { return step.piece }
      try thread.wait()
    }
  }

  /// Ends the channel for both sides.
  func abandon() {
    let (sender, receiver) = state.withLock { state in
      state.isAbandoned = true
      return (state.sender.take(), state.receiver.take())
    }
    sender?.resume()
    receiver?.resume(.success(()))
  }
}

extension PieceChannel {
  /// The next step of the receiver.
  fileprivate struct Step {
    var piece: [UInt8]?
    var sender: CheckedContinuation<Void, Never>?
    var waits = false
  }
}

extension PieceChannel.State {
  fileprivate mutating func take(orWaitOn thread: BlockedThread<Void>) throws -> PieceChannel.Step {
    if isAbandoned { throw CancellationError() }
    if let piece = piece.take() { return PieceChannel.Step(piece: piece, sender: sender.take()) }
    guard let end else {
      receiver = thread
      return PieceChannel.Step(waits: true)
    }
    try end.get()
    return PieceChannel.Step()
  }
}
