import Foundation

/// A search in what was typed before, from the newest on, as a person types what to look for.
struct HistorySearch: Sendable {
  /// What is looked for.
  private(set) var wanted = ""
  /// The entry that was found; `nil` before anything was looked for.
  private(set) var found: Int?
  /// Whether nothing more was found.
  private(set) var hasFailed = false
  private let history: [String]

  /// Makes a search that looks for nothing yet.
  init(_ history: [String]) { self.history = history }

  /// The text that was found.
  var text: String? { found.map { history[$0] } }

  /// Looks for more.
  mutating func add(_ text: String) {
    wanted += text
    find(from: found ?? history.count - 1)
  }

  /// Looks for less, again from the newest on.
  mutating func removeLast() {
    wanted = String(wanted.dropLast())
    if wanted.isEmpty { (found, hasFailed) = (nil, false) } else { find(from: history.count - 1) }
  }

  /// Looks for an older entry.
  mutating func findOlder() {
    guard let found, !wanted.isEmpty else { return }
    let shown = history[found]
    find(from: (0..<found).last { history[$0] != shown } ?? -1)
  }

  private mutating func find(from start: Int) {
    let match = (0..<(start + 1)).last { index in
      history[index].range(of: wanted, options: .caseInsensitive) != nil
    }
    hasFailed = match == nil
    if let match { found = match }
  }
}
