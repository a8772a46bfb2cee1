import Synchronization

/// A source of a client's events about one subject, such as the rows of a grid that it shows.
///
/// It is asked for the next event when the client can take one, and not when something changes. So
/// a slow client gets the difference between the last event and the current state, and nothing is
/// queued.
package protocol EventFeed: Sendable {
  /// Returns the event that brings the client up to date; `nil` if the client is up to date.
  ///
  /// - Parameter number: The number of previous events of the feed.
  func nextEvent(number: Int) async -> ServerEvent?
}

/// The events of one client, from any number of feeds.
///
/// State: the feeds, and the names of those with news, guarded by a mutex. One task takes events.
package final class EventChannel: Sendable {
  private struct State {
    var feeds: [String: any EventFeed] = [:]
    var counts: [String: Int] = [:]
    /// The names of the feeds that have news, in the order in which they were notified.
    var waiting: [String] = []
    var taker: CheckedContinuation<Void, Never>?
    var isClosed = false
  }

  /// A unique name of this channel, even after a restart of the program.
  package let id = AccessToken().description
  private let state = Mutex(State())

  package init() {}

  /// Adds a feed, which replaces one with the same name; its first event is sent as soon as the
  /// client can take it.
  package func add(_ feed: any EventFeed, named name: String) {
    state.withLock { state in
      state.feeds[name] = feed
      state.counts[name] = 0
    }
    notify(name)
  }

  /// Removes a feed.
  package func remove(_ name: String) {
    state.withLock { state in
      state.feeds[name] = nil
      state.counts[name] = nil
      state.waiting.removeAll { $0 == name }
    }
  }

  /// Records that a feed has news; this is cheap however often it is called.
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

  /// Closes the channel: no more events are returned, and the feeds are released.
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

  /// Whether the channel was closed.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Returns the next event once there is one; `nil` if the channel is closed or the task is
  /// cancelled.
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
