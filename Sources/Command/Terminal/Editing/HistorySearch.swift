import Foundation

/// An incremental search through the history, from the newest entry on.
package struct HistorySearch: Sendable {
  /// The text to search for.
  package private(set) var query = ""
  /// The entry that was found; `nil` before anything was searched for.
  package private(set) var found: Int?
  /// Whether no further entry was found.
  private(set) var hasFailed = false
  private let history: [String]

  /// Creates a search for nothing yet.
  package init(_ history: [String]) { self.history = history }

  /// The text of the entry that was found.
  package var text: String? { found.map { history[$0] } }

  /// Extends the text to search for.
  package mutating func add(_ text: String) {
    query += text
    find(from: found ?? history.count - 1)
  }

  /// Shortens the text to search for, and starts again from the newest entry.
  package mutating func removeLast() {
    query = String(query.dropLast())
    if query.isEmpty { (found, hasFailed) = (nil, false) } else { find(from: history.count - 1) }
  }

  /// Searches for an older entry.
  mutating func findOlder() {
    guard let found, !query.isEmpty else { return }
    let shown = history[found]
    find(from: (0..<found).last { history[$0] != shown } ?? -1)
  }

  private mutating func find(from start: Int) {
    let match = (0..<(start + 1)).last { index in
      history[index].range(of: query, options: .caseInsensitive) != nil
    }
    hasFailed = match == nil
    if let match { found = match }
  }
}
