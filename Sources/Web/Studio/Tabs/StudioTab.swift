import Synchronization
import WebServer

/// A subject that a tab can subscribe to.
protocol TabFeed: EventFeed {
  /// Begins to work, and calls `notify` when there is an event for the client.
  func start(notify: @escaping @Sendable () -> Void)

  /// Cancels what runs now, and keeps the subscription.
  func cancel()

  /// Ends the subscription.
  func stop()
}

/// A page in a browser: its stream of events, and what it has subscribed to.
///
/// State: the feeds by the page's names for them, guarded by a mutex; the newest requests by the
/// same names, guarded by another one, under which requests are carried out.
final class StudioTab: Sendable {
  let channel = EventChannel()
  private let feeds = Mutex<[String: any TabFeed]>([:])
  private let newest = Mutex<[String: Int]>([:])

  /// Records the number of a request, before anything is read for it.
  ///
  /// Requests on several connections arrive in any order.
  ///
  /// - Parameters:
  ///   - name: The page's name for the subscription.
  ///   - number: The page's number for the request, which increases; `nil` is always newest.
  /// - Returns: Whether it is the newest request of the subscription.
  func isNewest(_ name: String, _ number: Int?) -> Bool {
    guard let number else { return true }
    return newest.withLock { newest in
      guard number >= newest[name] ?? number else { return false }
      newest[name] = number
      return true
    }
  }

  /// Carries out a request, unless a newer one has arrived.
  ///
  /// - Returns: Whether it was the newest.
  func carryOut(_ name: String, _ number: Int?, _ body: () -> Void) -> Bool {
    // Under the lock, so that an older request does not replace what a newer one has begun.
    newest.withLock { newest in
      if let number, let last = newest[name], number < last { return false }
      body()
      return true
    }
  }

  /// Adds a subscription, and ends an older one with the same name.
  func subscribe(_ name: String, to feed: any TabFeed) {
    let old = feeds.withLock { feeds -> (any TabFeed)? in
      defer { feeds[name] = feed }
      return feeds[name]
    }
    old?.stop()
    channel.add(feed, named: name)
    feed.start { [weak channel] in channel?.notify(name) }
    // The stream and all its feeds may have ended in the meantime.
    if channel.isClosed { feed.stop() }
  }

  /// The feed of a name.
  func feed(_ name: String) -> (any TabFeed)? { feeds.withLock { $0[name] } }

  /// Ends a subscription.
  func unsubscribe(_ name: String) {
    channel.remove(name)
    feeds.withLock { $0.removeValue(forKey: name) }?.stop()
  }

  /// Ends all subscriptions, and the stream.
  func close() {
    channel.close()
    let all = feeds.withLock { feeds in
      defer { feeds = [:] }
      return Array(feeds.values)
    }
    for feed in all { feed.stop() }
  }
}
