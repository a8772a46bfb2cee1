import DatabaseTypes
import Foundation
import Synchronization
import WebServer

/// The commits of all processes: their tables, and the changed rows if they are
/// known.
///
/// A slow client misses the oldest commits, and never the newest; the next event has the number of
/// those that it missed. What waits for it takes at most 64 KiB, or as much as one commit.
///
/// State: the commits that wait for the client, and the subscription, guarded by a mutex.
final class CommitFeed: TabFeed {
  private struct Waiting {
    let listed: ListedChanges
    /// The number of commits up to this one.
    let count: Int
    let time: Date
  }

  private struct State {
    var waiting: [Waiting] = []
    /// The number of bytes that they take.
    var waitingSize = 0
    /// The number of commits that were removed since the last event.
    var missedCount = 0
    var subscription: (any Sendable)?
    /// The commits before it.
    var beginning = CommitCounter.Beginning(count: 0, completeSince: 0)
    /// The message before the first commit.
    var note: String?
    /// The task that determines it; it ends with the subscription.
    var noting: Task<Void, Never>?

    mutating func takeFirst() -> Waiting {
      let first = waiting.removeFirst()
      waitingSize -= first.listed.size
      return first
    }
  }

  /// The maximum number of commits that wait for a client.
  private static let maxWaiting = 300
  /// The number of bytes above which the oldest commits are removed; the newest one always waits.
  private static let maxWaitingBytes = ListedChanges.maxBytes

  private let name: String
  private let epoch: String
  private let backend: any StudioBackend
  private let commits: CommitCounter
  private let notify = Mutex<@Sendable () -> Void>({})
  private let state = Mutex(State())

  init(_ name: String, in context: StudioContext) {
    self.name = name
    epoch = context.epoch
    backend = context.backend
    commits = context.commits
  }

  /// The JSON by which a page that comes back knows how many commits it has missed.
  var beginning: String {
    let beginning = state.withLock { $0.beginning }
    return JSONText.object([
      "epoch": JSONText.string(epoch),
      "count": "\(beginning.count)",
      "since": "\(beginning.completeSince)",
    ])
  }

  func start(notify: @escaping @Sendable () -> Void) {
    self.notify.withLock { $0 = notify }
    let (subscription, beginning) = commits.add { [weak self] changes, count in
      self?.receive(changes, count)
      notify()
    }
    state.withLock { state in
      (state.subscription, state.beginning) = (subscription, beginning)
    }
    let noting = Task { [weak self, backend] in
      guard let note = await backend.commitNote else { return }
      self?.state.withLock { $0.note = note }
      notify()
    }
    state.withLock { $0.noting = noting }
  }

  /// The way in which commits are noticed, if it is not the usual one.
  private func note(_ number: Int) async -> ServerEvent? {
    let note = state.withLock { state in
      defer { state.note = nil }
      return state.note
    }
    guard let note else { return nil }
    return ServerEvent(
      "problem",
      id: "\(epoch)-\(name)-\(number)",
      data: "{\"s\":\(JSONText.string(name)),\"at\":\(number),\"error\":\(JSONText.string(note))}"
    )
  }

  private func receive(_ changes: ListedChanges, _ count: Int) {
    let commit = Waiting(listed: changes, count: count, time: Date())
    state.withLock { state in
      state.waiting.append(commit)
      state.waitingSize += commit.listed.size
      while state.waiting.count > 1,
        state.waiting.count > Self.maxWaiting || state.waitingSize > Self.maxWaitingBytes
      {
        _ = state.takeFirst()
        state.missedCount += 1
      }
    }
  }

  func cancel() {}

  func stop() {
    let (subscription, noting) = state.withLock { state in
      defer { state.subscription = nil }
      return (state.subscription, state.noting)
    }
    noting?.cancel()
    // Releasing it ends the subscription, outside of the mutex.
    withExtendedLifetime(subscription) {}
  }

  func nextEvent(number: Int) async -> ServerEvent? {
    let next = state.withLock { state -> (Waiting?, Bool, missed: Int) in
      guard !state.waiting.isEmpty else { return (nil, false, 0) }
      defer { state.missedCount = 0 }
      let first = state.takeFirst()
      return (first, !state.waiting.isEmpty, state.missedCount)
    }
    guard let commit = next.0 else { return await note(number) }
    if next.1 { notify.withLock { $0 }() }
    let changes = commit.listed.changes
    var json = CommitJSON(changes: changes, time: commit.time)
    (json.shortened, json.missedCount) = (commit.listed.shortened, next.missed)
    json.count = commit.count
    if changes.origin != .thisProcess { json.touched = await backend.touchedRows(changes) }
    return ServerEvent(
      "commit",
      id: "\(epoch)-\(name)-\(number)",
      data: "{\"s\":\(JSONText.string(name)),\"at\":\(number),\(json.members)}"
    )
  }
}
