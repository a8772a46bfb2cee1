/// The line that a person types at a prompt, with its history: keys go in, and what to do comes out.
///
/// It is a value without a terminal. A text may have several lines: Enter adds one until the text is whole.
struct LineEditor: Sendable {
  /// What a key asks of whoever shows the line.
  enum Action: Sendable, Equatable {
    /// To draw the line.
    case draw
    /// To run the text.
    case submit(String)
    /// To begin anew: the text was given up.
    case interrupt(String)
    /// To end.
    case end
    /// To complete the name before the cursor.
    case complete
    /// To stop until somebody continues the program.
    case suspend
    /// To clear the screen.
    case clearScreen
  }

  /// The text.
  private(set) var text = EditedText()
  /// The search in the history that goes on.
  private(set) var search: HistorySearch?
  /// What to offer below the line, until the next key.
  var offers: [String] = []

  private var history: [String]
  /// Which entry of the history is shown; their number for the text that is new.
  private var place: Int
  /// The new text, while an entry of the history is shown.
  private var newText = EditedText()
  /// What was cut last.
  private var cut = ""
  /// The texts before changes, the newest last.
  private var undoable: [EditedText] = []
  private let isWhole: @Sendable (String) -> Bool

  /// Makes an editor of an empty line.
  ///
  /// - Parameters:
  ///   - history: What was typed before, the oldest first.
  ///   - isWhole: Whether Enter runs a text, rather than to begin another line of it.
  init(history: [String] = [], isWhole: @escaping @Sendable (String) -> Bool) {
    self.history = history
    self.isWhole = isWhole
    place = history.count
  }

  /// Takes a key.
  mutating func press(_ key: Key) -> Action {
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

  /// Puts a name in the place of what stands before the cursor.
  mutating func complete(from start: Int, with name: String) {
    keep(text)
    text.replace(from: start, with: name)
  }

  /// Keeps a text to come back to.
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
    startAnew()
    return .submit(submitted)
  }

  private mutating func interrupt() -> Action {
    let given = text.text
    startAnew()
    return .interrupt(given)
  }

  private mutating func startAnew() {
    text = EditedText()
    newText = EditedText()
    place = history.count
    undoable = []
    search = nil
  }

  /// Adds what was run to the history.
  mutating func remember(_ text: String) {
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
      // At a line's end, the line below is joined.
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

  /// A text that was pasted, with the ends of lines that we write, and without other control characters.
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
  /// Takes a key while the history is searched.
  ///
  /// - Returns: `nil` where the key ends the search and then does what it does otherwise.
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
