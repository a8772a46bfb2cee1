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
/// State: the feeds by the page's names for them, guarded by a mutex.
final class StudioTab: Sendable {
  let channel = EventChannel()
  private let feeds = Mutex<[String: any TabFeed]>([:])

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
