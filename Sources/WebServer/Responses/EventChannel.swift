import Synchronization

/// What a client is told of one subject, such as the rows of a grid that it shows.
///
/// It is asked for the next event when the client can take one, and not when something changes. So a slow client gets the
/// difference between what it was sent last and what is true now, and nothing queues up.
package protocol EventFeed: Sendable {
  /// The event that brings the client up to date; `nil` where it is.
  ///
  /// - Parameter number: How many events of the feed came before.
  func nextEvent(number: Int) async -> ServerEvent?
}

/// The events of one client, from any number of feeds.
///
/// State: the feeds, and which of them have news, guarded by a mutex. One task takes events.
package final class EventChannel: Sendable {
  private struct State {
    var feeds: [String: any EventFeed] = [:]
    var counts: [String: Int] = [:]
    /// The names of the feeds that have news, in the order in which they had them.
    var waiting: [String] = []
    var taker: CheckedContinuation<Void, Never>?
    var isClosed = false
  }

  /// A name of this channel and no other, also after a restart of the program.
  package let id = AccessToken().description
  private let state = Mutex(State())

  package init() {}

  /// Adds a feed in place of one of the same name; its first event is sent as soon as the client can take it.
  package func add(_ feed: any EventFeed, named name: String) {
    state.withLock { state in
      state.feeds[name] = feed
      state.counts[name] = 0
    }
    notify(name)
  }

  /// Takes a feed out.
  package func remove(_ name: String) {
    state.withLock { state in
      state.feeds[name] = nil
      state.counts[name] = nil
      state.waiting.removeAll { $0 == name }
    }
  }

  /// Says that a feed has news, which costs little however often.
  package func notify(_ name: String) {
    let taker = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.isClosed, state.feeds[name] != nil, !state.waiting.contains(name) else {
        return nil
      }
      state.waiting.append(name)
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume()
  }

  /// Ends it: who takes events gets none any more, and the feeds are let go of.
  package func close() {
    let taker = state.withLock { state in
      state.isClosed = true
      state.feeds = [:]
      state.waiting = []
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume()
  }

  /// Whether it was closed.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The next event, once there is one; `nil` where the channel is closed or the task is cancelled.
  package func next() async -> ServerEvent? {
    while !Task.isCancelled {
      guard let (name, feed, number) = takeWaiting() else {
        if isClosed { return nil }
        await withTaskCancellationHandler {
          await waitForNews()
        } onCancel: {
          wake()
        }
        continue
      }
      guard var event = await feed.nextEvent(number: number) else { continue }
      let isCurrent = state.withLock { state in
        guard state.counts[name] == number else { return false }
        state.counts[name] = number + 1
        return true
      }
      guard isCurrent else { continue }
      event.id = event.id ?? "\(id)-\(name)-\(number)"
      return event
    }
    return nil
  }

  private func takeWaiting() -> (name: String, feed: any EventFeed, number: Int)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else { return nil }
      let name = state.waiting.removeFirst()
      guard let feed = state.feeds[name] else { return nil }
      return (name, feed, state.counts[name] ?? 0)
    }
  }

  private func waitForNews() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        guard state.waiting.isEmpty, !state.isClosed, !Task.isCancelled else { return false }
        state.taker = continuation
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  private func wake() {
    let taker = state.withLock { state in
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume()
  }
}
