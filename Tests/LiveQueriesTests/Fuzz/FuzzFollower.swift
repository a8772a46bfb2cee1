import LiveSQL
import Synchronization

/// A follower of the results of a live query, which keeps a copy made only from what it receives.
///
/// State: the copy, written by the task that follows, guarded by a mutex. The task ends with the
/// follower.
final class FuzzFollower<Value: Hashable & Sendable>: Sendable {
  private struct State {
    var copy: Value?
    var trouble: String?
    var ending: Ending?
  }

  /// The reason why it receives nothing any more.
  private enum Ending {
    case finished
    case failed(any Error)
  }

  /// The way in which it receives results.
  let name: String
  private let state: Copy
  private let task: Task<Void, Never>

  private final class Copy: Sendable {
    let value = Mutex(State())

    func take(_ next: (Value?) throws -> Value, _ bell: FuzzBell) {
      value.withLock { state in
        do { state.copy = try next(state.copy) } catch {
          state.trouble = "what it was told does not fit its copy: \(error)"
        }
      }
      bell.ring()
    }
  }

  /// Follows a live query.
  ///
  /// - Parameters:
  ///   - name: The way in which results are received.
  ///   - bell: The bell to ring after each result.
  ///   - follow: Calls its argument with a closure that makes the next copy from the previous one,
  ///     until there are no more results.
  init(
    _ name: String,
    _ bell: FuzzBell,
    _ follow:
      @escaping @Sendable (_ tell: (_ next: (Value?) throws -> Value) -> Void) async throws
      -> Void
  ) {
    self.name = name
    let state = Copy()
    self.state = state
    task = Task.detached {
      let ending: Ending
      do {
        try await follow { next in state.take(next, bell) }
        ending = .finished
      } catch { ending = .failed(error) }
      state.value.withLock { $0.ending = ending }
      bell.ring()
    }
  }

  deinit { task.cancel() }

  /// Whether it will not receive any more results.
  var hasEnded: Bool { state.value.withLock { $0.ending != nil } }

  /// Whether an error has ended it, as sequences end that can throw.
  var hasFailed: Bool {
    state.value.withLock { state in if case .failed = state.ending { true } else { false } }
  }

  /// Returns what is wrong with its copy, or that it follows no longer.
  ///
  /// - Parameter form: The form in which both are compared.
  func complaint(_ value: Value, _ form: (Value) -> Value = { $0 }) -> String? {
    let state = self.state.value.withLock { $0 }
    if let trouble = state.trouble { return "\(name): \(trouble)" }
    switch state.ending {
    case .finished: return "\(name) has ended, and nothing had failed"
    case .failed(let error): return "\(name) has ended, and should not: \(error)"
    case nil: break
    }
    guard let copy = state.copy else { return "\(name) has been told nothing" }
    guard form(copy) != form(value) else { return nil }
    return "\(name):\n  copy  \(copy)\n  value \(value)"
  }
}

extension FuzzFollower {
  /// Creates a follower that takes whole values.
  static func values(_ values: FetchedValues<Value>, _ bell: FuzzBell) -> FuzzFollower {
    FuzzFollower("values", bell) { tell in
      for await value in values { tell { _ in value } }
    }
  }

  /// Creates a follower that applies differences.
  static func differences<Element>(
    _ differences: FetchedDifferences<Element>,
    _ bell: FuzzBell
  ) -> FuzzFollower where Value == [Element] {
    FuzzFollower("differences", bell) { tell in
      for await difference in differences { tell { try difference.applying(to: $0 ?? []) } }
    }
  }

  /// Creates a follower that observes what a closure fetches.
  static func observation(
    _ observation: ValueObservation<Value>,
    _ database: any DatabaseWriter,
    _ bell: FuzzBell
  ) -> FuzzFollower {
    FuzzFollower("observation", bell) { tell in
      for try await value in observation.values(in: database) { tell { _ in value } }
    }
  }

  /// Creates a follower that observes on the main actor.
  static func mainActorObservation(
    _ observation: ValueObservation<Value>,
    _ database: any DatabaseWriter,
    _ bell: FuzzBell
  ) -> FuzzFollower {
    FuzzFollower("observation on the main actor", bell) { tell in
      let (values, continuation) = AsyncThrowingStream.makeStream(of: Value.self)
      let cancellable = await observation.start(
        in: database,
        onError: { continuation.finish(throwing: $0) },
        onChange: { continuation.yield($0) }
      )
      for try await value in values { tell { _ in value } }
      cancellable.cancel()
    }
  }
}

extension FuzzFollower where Value == [Row] {
  /// Creates a follower that applies the differences of a live query of SQL text.
  static func updates(_ query: LiveQuery, _ bell: FuzzBell) -> FuzzFollower {
    FuzzFollower("updates", bell) { tell in
      for try await update in query {
        tell { copy in
          let applied = try update.difference.applying(to: copy ?? [])
          guard applied == update.rows || update.cause == .initial else {
            throw FuzzTrouble("the difference leads to \(applied), and not to \(update.rows)")
          }
          return update.rows
        }
      }
    }
  }
}

/// A failure of the fuzzer's checks.
struct FuzzTrouble: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
