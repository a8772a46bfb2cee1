import LiveSQL
import WebServer

/// An open page of a browser, which follows the database while its stream is open.
@MainActor
final class OpenPage {
  private let channel: EventChannel
  private let screen: Screen
  private let feed: PageFeed
  private var token: ObserveToken?

  /// - Parameters:
  ///   - channel: The channel for the events of the page.
  ///   - shownMark: The mark of the content that the browser already shows.
  init(_ screen: Screen, on channel: EventChannel, shownMark: String?) {
    (self.screen, self.channel) = (screen, channel)
    feed = PageFeed(shownMark: shownMark)
    channel.add(feed, named: "page")
  }

  // snippet.follow
  /// Loads the page, and sends it now and after each change.
  func follow() async {
    await screen.load()
    token = observe { [screen, feed, channel] in
      feed.show(screen.content)
      channel.notify("page")
    }
  }
  // snippet.end

  /// Searches for a text.
  func search(_ text: String) async { await screen.search(text) }

  /// Sends the whole page next.
  func reset() {
    feed.reset()
    channel.notify("page")
  }

  func close() {
    token?.cancel()
    channel.close()
  }
}
