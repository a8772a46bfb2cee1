import Synchronization
import WebServer

/// The events of a page: each one is the difference between the content sent last and the current
/// one.
///
/// State: the current content and the content sent last, guarded by a mutex.
final class PageFeed: EventFeed {
  private struct State {
    var newest: PageContent?
    var told: PageContent?
    /// The mark of the content that the browser already shows.
    var shownMark: String?
  }

  private let state: Mutex<State>

  /// - Parameter shownMark: The mark of the content that the browser already shows; with `nil`, the
  ///   first event is the whole page.
  init(shownMark: String?) { state = Mutex(State(shownMark: shownMark)) }

  /// Sets the current content.
  func show(_ content: PageContent) { state.withLock { $0.newest = content } }

  /// Sends the whole page next, because the script has changed it on its own.
  func reset() { state.withLock { ($0.told, $0.shownMark) = (nil, nil) } }

  // snippet.next
  func nextEvent(number: Int) async -> ServerEvent? {
    let (newest, told, mark) = state.withLock { state in
      defer { (state.told, state.shownMark) = (state.newest, nil) }
      return (state.newest, state.told, state.shownMark)
    }
    guard let newest else { return nil }
    guard let told else { return newest.mark == mark ? nil : newest.event }
    return newest.event(since: told)
  }
  // snippet.end
}

extension PageContent {
  /// The whole page as JSON.
  var json: String {
    let tree = Node.element(element).json
    return "{\"title\":\(JSONText.string(title)),\"tree\":\(tree)}"
  }

  fileprivate var event: ServerEvent { ServerEvent("page", data: json) }

  /// The difference to an older content; `nil` if there is none.
  fileprivate func event(since old: PageContent) -> ServerEvent? {
    guard old != self else { return nil }
    let steps = PagePatch(from: old.element, to: element).steps.map(\.json).joined(separator: ",")
    return ServerEvent(
      "patch",
      data: "{\"title\":\(JSONText.string(title)),\"steps\":[\(steps)]}"
    )
  }
}
