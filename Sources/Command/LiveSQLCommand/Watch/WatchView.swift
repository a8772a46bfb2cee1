import Terminal

/// The visible part of a watched result and the search in it, as keys change them.
///
/// It is a value: it receives a key and the number of rows, and returns an action.
struct WatchView: Sendable, Equatable {
  /// The action that a key requests.
  enum Action: Equatable {
    case none, redraw, quit, suspend, find(String, from: Int, isForward: Bool)
  }

  /// The first visible row; `nil` to follow the changes.
  var top: Int?
  /// The row that was found last.
  var found: Int?
  /// The text that was searched for last.
  private(set) var pattern = ""
  /// The text that is being typed for a search.
  private(set) var typed: String?
  /// A message to show until the next key.
  var message: String?

  /// Handles a key.
  ///
  /// - Parameters:
  ///   - key: The pressed key.
  ///   - visible: The visible rows.
  ///   - count: The number of rows.
  mutating func take(_ key: Key, visible: Range<Int>, count: Int) -> Action {
    message = nil
    if typed != nil { return takeTyping(key, visible: visible) }
    switch key {
    case .character("q"), .control("c"): return .quit
    case .control("z"): return .suspend
    case .character("/"): typed = ""
    case .character("n"): return find(from: (found ?? visible.lowerBound - 1) + 1, isForward: true)
    case .character("N"): return find(from: (found ?? count) - 1, isForward: false)
    case .character("f"), .escape: (top, found) = (nil, nil)
    default:
      guard let row = scrolled(by: key, visible: visible, count: count) else { return .none }
      top = max(0, min(row, count - visible.count))
    }
    return .redraw
  }

  /// Returns the first row to show after a key that scrolls.
  private func scrolled(by key: Key, visible: Range<Int>, count: Int) -> Int? {
    let page = max(1, visible.count - 1)
    switch key {
    case .up, .character("k"): return visible.lowerBound - 1
    case .down, .character("j"): return visible.lowerBound + 1
    case .pageUp, .character("b"): return visible.lowerBound - page
    case .pageDown, .character(" "): return visible.lowerBound + page
    case .home, .character("g"): return 0
    case .end, .character("G"): return count
    default: return nil
    }
  }

  private mutating func find(from row: Int, isForward: Bool) -> Action {
    guard !pattern.isEmpty else {
      message = "There is no search yet: type / and a text."
      return .redraw
    }
    return .find(pattern, from: row, isForward: isForward)
  }

  private mutating func takeTyping(_ key: Key, visible: Range<Int>) -> Action {
    var text = typed ?? ""
    switch key {
    case .enter:
      typed = nil
      if !text.isEmpty { pattern = text }
      return pattern.isEmpty ? .redraw : .find(pattern, from: visible.lowerBound, isForward: true)
    case .escape, .control("c"):
      typed = nil
      return .redraw
    case .backspace:
      if text.isEmpty {
        typed = nil
        return .redraw
      }
      text.removeLast()
    case .character(let character): text.append(character)
    case .pasted(let pasted): text += pasted.filter { !$0.isNewline }
    default: return .none
    }
    typed = text
    return .redraw
  }

  /// Shows the row that was found, or a message if there is none.
  mutating func show(found row: Int?, visible: Range<Int>, count: Int) {
    found = row
    guard let row else {
      message = "“\(pattern)” is in no row."
      return
    }
    guard !visible.contains(row) || top == nil else { return }
    let start = visible.contains(row) ? visible.lowerBound : row - visible.count / 3
    top = max(0, min(start, count - visible.count))
  }
}
