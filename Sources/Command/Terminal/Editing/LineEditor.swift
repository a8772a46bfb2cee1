/// The line editor of a prompt, with a history: keys go in, and actions come out.
///
/// It is a value without a terminal. A text may have several lines: Enter adds a line until the
/// text is complete.
package struct LineEditor: Sendable {
  /// The action that a key requests.
  package enum Action: Sendable, Equatable {
    /// Draw the line.
    case draw
    /// Run the text.
    case submit(String)
    /// Start a new line, since the text was abandoned.
    case interrupt(String)
    /// End the session.
    case end
    /// Complete the name before the cursor.
    case complete
    /// Suspend the program.
    case suspend
    /// Clear the screen.
    case clearScreen
  }

  /// The text.
  package private(set) var text = EditedText()
  /// The search in the history that is in progress.
  package private(set) var search: HistorySearch?
  /// The completions to show below the line, until the next key.
  package var offers: [String] = []

  private var history: [String]
  /// The index of the history entry that is shown; the number of entries for the new text.
  private var place: Int
  /// The new text, while an entry of the history is shown.
  private var newText = EditedText()
  /// The text that was cut last.
  private var cut = ""
  /// The texts before changes, the newest last.
  private var undoable: [EditedText] = []
  private let isWhole: @Sendable (String) -> Bool

  /// Creates an editor with an empty line.
  ///
  /// - Parameters:
  ///   - history: The previous entries, the oldest first.
  ///   - isWhole: Returns whether Enter runs a text, rather than beginning another line of it.
  package init(history: [String] = [], isWhole: @escaping @Sendable (String) -> Bool) {
    self.history = history
    self.isWhole = isWhole
    place = history.count
  }

  /// Handles a key.
  package mutating func press(_ key: Key) -> Action {
    offers = []
    if search != nil, let action = pressInSearch(key) { return action }
    switch key {
    case .control("c"): return interrupt()
    case .control("d") where text.isEmpty: return .end
    case .control("z"): return .suspend
    case .control("l"): return .clearScreen
    case .tab: return .complete
    case .enter: return enter()
    case .control("r"):
      search = HistorySearch(history)
    case .control("_"): if let last = undoable.popLast() { text = last }
    default:
      let before = text
      if !move(key) { change(key) }
      if text.characters != before.characters { keep(before) }
    }
    return .draw
  }

  /// Replaces the text between a position and the cursor with a name.
  package mutating func complete(from start: Int, with name: String) {
    keep(text)
    text.replace(from: start, with: name)
  }

  /// Stores a text for undoing.
  private mutating func keep(_ text: EditedText) {
    undoable.append(text)
    if undoable.count > 200 { undoable.removeFirst() }
  }

  private mutating func enter() -> Action {
    guard isWhole(text.text) else {
      keep(text)
      text.insert("\n")
      return .draw
    }
    let submitted = text.text
    startOver()
    return .submit(submitted)
  }

  private mutating func interrupt() -> Action {
    let given = text.text
    startOver()
    return .interrupt(given)
  }

  private mutating func startOver() {
    text = EditedText()
    newText = EditedText()
    place = history.count
    undoable = []
    search = nil
  }

  /// Adds a text that was run to the history.
  package mutating func remember(_ text: String) {
    if history.last != text { history.append(text) }
    place = history.count
  }
}

extension LineEditor {
  /// Moves the cursor, in the text or in the history.
  ///
  /// - Returns: Whether the key does that.
  private mutating func move(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): text.move(to: text.cursor - 1)
    case .right, .control("f"): text.move(to: text.cursor + 1)
    case .home, .control("a"): text.move(to: text.lineStart)
    case .end, .control("e"): text.move(to: text.lineEnd)
    case .wordLeft, .alt("b"): text.move(to: text.previousWord)
    case .wordRight, .alt("f"): text.move(to: text.nextWord)
    case .alt("<"): show(0)
    case .alt(">"): show(history.count)
    case .up, .control("p"): if !text.moveUp() { show(place - 1) }
    case .down, .control("n"): if !text.moveDown() { show(place + 1) }
    default: return false
    }
    return true
  }

  private mutating func change(_ key: Key) {
    switch key {
    case .character(let character): text.insert(String(character))
    case .pasted(let pasted): text.insert(Self.normalized(pasted))
    case .backspace, .control("h"): text.remove(text.cursor - 1..<text.cursor)
    case .delete, .control("d"): text.remove(text.cursor..<text.cursor + 1)
    case .control("t"): text.transpose()
    case .control("y"): text.insert(cut)
    default: cutBy(key)
    }
  }

  private mutating func cutBy(_ key: Key) {
    let range: Range<Int>
    switch key {
    case .control("k"):
      // At the end of a line, join the line below.
      let end = text.lineEnd == text.cursor ? text.cursor + 1 : text.lineEnd
      range = text.cursor..<end
    case .control("u"): range = text.lineStart..<text.cursor
    case .control("w"): range = text.previousSpace..<text.cursor
    case .alt("\u{7f}"): range = text.previousWord..<text.cursor
    case .alt("d"): range = text.cursor..<text.nextWord
    default: return
    }
    let removed = text.remove(range)
    if !removed.isEmpty { cut = removed }
  }

  private mutating func show(_ index: Int) {
    guard index != place, (0...history.count).contains(index) else { return }
    if place == history.count { newText = text }
    text = index == history.count ? newText : EditedText(history[index])
    place = index
    undoable = []
  }

  /// Normalizes the line ends of a pasted text, and removes other control characters.
  private static func normalized(_ text: String) -> String {
    String(
      text.compactMap { character -> Character? in
        if character.isNewline { return "\n" }
        if character == "\t" { return " " }
        let first = character.unicodeScalars.first?.value ?? 0
        return first < 0x20 || (0x7F..<0xA0).contains(first) ? nil : character
      }
    )
  }
}

extension LineEditor {
  /// Handles a key during a search in the history.
  ///
  /// - Returns: `nil` if the key ends the search and then has its usual effect.
  private mutating func pressInSearch(_ key: Key) -> Action? {
    switch key {
    case .character(let character): search?.add(String(character))
    case .pasted(let pasted): search?.add(Self.normalized(pasted))
    case .backspace, .control("h"): search?.removeLast()
    case .control("r"): search?.findOlder()
    case .control("c"), .control("g"): search = nil
    default:
      if let found = search?.found {
        show(found)
        text.move(to: text.characters.count)
      }
      search = nil
      return key == .escape ? .draw : nil
    }
    return .draw
  }
}
