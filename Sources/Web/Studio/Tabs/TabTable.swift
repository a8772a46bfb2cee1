import Synchronization
import WebServer

/// The tabs whose streams are open, by the names that the pages have chosen.
///
/// State: the tabs, guarded by a mutex.
final class TabTable: Sendable {
  private let tabs = Mutex<[String: StudioTab]>([:])

  /// Adds the tab of a new stream; an older tab with the same name ends.
  func open(_ id: String) -> StudioTab {
    let tab = StudioTab()
    tabs.withLock { tabs -> StudioTab? in
      defer { tabs[id] = tab }
      return tabs[id]
    }?.close()
    return tab
  }

  /// Removes a tab whose stream has ended.
  func close(_ tab: StudioTab, _ id: String) {
    tab.close()
    tabs.withLock { if $0[id] === tab { $0[id] = nil } }
  }

  /// The tab of a name.
  func tab(_ id: String?) throws(RequestError) -> StudioTab {
    guard let tab = id.flatMap({ id in tabs.withLock { $0[id] } }) else {
      throw RequestError(404, "The page has no event stream. It opens one, and tries again.")
    }
    return tab
  }

  var all: [StudioTab] { tabs.withLock { Array($0.values) } }
}
