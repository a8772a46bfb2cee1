import TerminalTestSupport
import Testing

@testable import Terminal

@Suite struct LineEditorTests {
  /// Returns an editor in which text is complete if it ends with a semicolon.
  private func editor(_ history: [String] = []) -> LineEditor {
    LineEditor(history: history, isWhole: { $0.isEmpty || $0.hasSuffix(";") })
  }

  private func text(_ keys: Key..., history: [String] = []) -> String {
    var editor = editor(history)
    for key in keys { _ = editor.press(key) }
    var text = editor.text.text
    text.insert("|", at: text.index(text.startIndex, offsetBy: editor.text.cursor))
    return text
  }

  private let pasted = Key.pasted("SELECT a_b, c2")

  @Test func `keys move the cursor`() {
    #expect(text(pasted, .left, .control("b")) == "SELECT a_b, |c2")
    #expect(text(pasted, .home, .right, .control("f")) == "SE|LECT a_b, c2")
    #expect(text(pasted, .control("a"), .end) == "SELECT a_b, c2|")
    #expect(text(pasted, .wordLeft, .alt("b")) == "SELECT |a_b, c2")
    #expect(text(pasted, .home, .wordRight, .alt("f")) == "SELECT a_b|, c2")
    #expect(text(.left, .right, .up, .down, .wordLeft, .wordRight) == "|")
  }

  @Test func `keys delete and restore text`() {
    #expect(text(pasted, .backspace, .control("h")) == "SELECT a_b, |")
    #expect(text(pasted, .home, .delete, .control("d")) == "|LECT a_b, c2")
    #expect(text(pasted, .control("w"), .control("w")) == "SELECT |")
    #expect(text(pasted, .alt("\u{7f}")) == "SELECT a_b, |")
    #expect(text(pasted, .home, .alt("d")) == "| a_b, c2")
    #expect(text(pasted, .control("u")) == "|")
    #expect(
      text(pasted, .home, .control("k"), .control("y"), .control("y"))
        == "SELECT a_b, c2SELECT a_b, c2|"
    )
    #expect(
      text(pasted, .control("w"), .backspace, .control("_"), .control("_")) == "SELECT a_b, c2|"
    )
    #expect(text(.character("a"), .character("b"), .control("t")) == "ba|")
    #expect(
      text(.backspace, .delete, .control("k"), .control("w"), .control("t"), .control("_")) == "|"
    )
  }

  @Test func `a character is edited as one, however many scalars it has`() {
    #expect(text(.pasted("a👩‍👩‍👧e\u{301}東"), .left, .backspace) == "a👩‍👩‍👧|東")
    // An accent combines with the letter before it.
    #expect(text(.character("e"), .character("\u{301}"), .left) == "|e\u{301}")
    #expect(text(.pasted("ab"), .left, .character("\u{301}")) == "a\u{301}|b")
  }

  @Test func `pasted text loses its control characters`() {
    #expect(text(.pasted("a\r\nb\tc\u{1b}[31m\u{7}d\re")) == "a\nb c[31md\ne|")
  }

  @Test func `Enter runs complete text, and otherwise starts a new line`() {
    var editor = editor()
    _ = editor.press(.pasted("SELECT 1"))
    #expect(editor.press(.enter) == .draw)
    #expect(editor.text.text == "SELECT 1\n")
    _ = editor.press(.character(";"))
    // At any position of the cursor.
    _ = editor.press(.home)
    #expect(editor.press(.enter) == .submit("SELECT 1\n;"))
    #expect(editor.text.isEmpty)
    #expect(editor.press(.enter) == .submit(""))
  }

  @Test func `the arrow keys move through the lines of the text before the history`() {
    let text = Key.pasted("one\nlonger\n3")
    #expect(self.text(text, .up, history: ["old"]) == "one\nl|onger\n3")
    #expect(self.text(text, .up, .end, .up, history: ["old"]) == "one|\nlonger\n3")
    #expect(self.text(text, .up, .up, .up, history: ["old"]) == "old|")
    #expect(self.text(text, .up, .up, .up, .down, history: ["old"]) == "o|ne\nlonger\n3")
    #expect(self.text(text, .up, .end, .control("k"), history: []) == "one\nlonger|3")
    #expect(self.text(text, .up, .home, .backspace) == "one|longer\n3")
  }

  @Test func `the arrow keys move through the history and keep new text`() {
    let history = ["a", "b"]
    #expect(text(.character("n"), .up, history: history) == "b|")
    #expect(text(.up, .up, .up, history: history) == "a|")
    #expect(text(.character("n"), .control("p"), .control("n"), .down, history: history) == "n|")
    #expect(text(.character("n"), .alt("<"), history: history) == "a|")
    #expect(text(.character("n"), .alt("<"), .alt(">"), history: history) == "n|")
    var editor = editor(history)
    editor.remember("c")
    editor.remember("c")
    _ = editor.press(.up)
    #expect(editor.text.text == "c")
    _ = editor.press(.up)
    #expect(editor.text.text == "b")
  }

  @Test func `the history can be searched`() {
    let history = ["SELECT one", "DELETE two", "select three"]
    #expect(text(.control("r"), .pasted("SEL"), .escape, history: history) == "select three|")
    #expect(
      text(.control("r"), .pasted("sel"), .control("r"), .escape, history: history) == "SELECT one|"
    )
    #expect(
      text(.control("r"), .character("t"), .character("w"), .left, history: history)
        == "DELETE tw|o"
    )
    #expect(
      text(.control("r"), .pasted("twx"), .backspace, .escape, history: history) == "DELETE two|"
    )
    #expect(
      text(.character("n"), .control("r"), .pasted("two"), .control("g"), history: history) == "n|"
    )
    #expect(
      text(.character("n"), .control("r"), .pasted("nowhere"), .escape, history: history) == "n|"
    )
    #expect(text(.control("r"), .control("r"), .backspace, .escape) == "|")
    var editor = editor(history)
    for key in [Key.control("r"), .character("x"), .character("y")] { _ = editor.press(key) }
    #expect(editor.search?.hasFailed == true)
    #expect(editor.press(.control("c")) == .draw && editor.search == nil)
  }

  @Test func `keys request actions that the editor cannot do itself`() {
    var editor = editor()
    #expect(editor.press(.control("d")) == .end)
    #expect(editor.press(.control("l")) == .clearScreen)
    #expect(editor.press(.control("z")) == .suspend)
    #expect(editor.press(.tab) == .complete)
    _ = editor.press(.character("x"))
    #expect(editor.press(.control("d")) == .draw)
    #expect(editor.press(.control("c")) == .interrupt("x"))
    #expect(editor.text.isEmpty)
  }

  @Test func `completions are shown until the next key`() {
    var editor = editor()
    editor.offers = ["a"]
    _ = editor.press(.left)
    #expect(editor.offers.isEmpty)
  }
}

/// The frames of a prompt, drawn on a terminal that is only a value.
@Suite struct PromptFrameTests {
  private func drawn(
    _ text: String,
    cursor: Int? = nil,
    terminal: inout VirtualTerminal,
    frame: inout PromptFrame
  ) {
    var edited = EditedText(text)
    edited.move(to: cursor ?? text.count)
    let picture = PromptPicture(
      edited,
      prompt: "> ",
      continuation: ". ",
      width: terminal.size.columns - 1
    )
    terminal.write(
      frame.redraw(
        picture.lines,
        cursor: (picture.row, picture.column),
        size: terminal.size,
        palette: .none
      )
    )
  }

  @Test(arguments: [
    "", "a", "a\nb", "東京都東京都", "abcdefghijklmnopqrstuvwxyz", "a\n\n東b\n", "12345678",
  ])
  func `the cursor is at its place in the text`(text: String) {
    for cursor in 0...text.count {
      var terminal = VirtualTerminal(columns: 10, rows: 20)
      var frame = PromptFrame()
      drawn("something longer\nthan that", terminal: &terminal, frame: &frame)
      drawn(text, cursor: cursor, terminal: &terminal, frame: &frame)
      let before = text.prefix(cursor)
      let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      #expect(terminal.lineToCursor.hasSuffix(line.suffix(1)), "\(cursor)")
      // Nothing remains of the previous frame.
      let shown = terminal.lines.joined().filter { !"> .".contains($0) }
      #expect(shown == text.filter { $0 != "\n" }, "\(cursor)")
      #expect(terminal.unknownCommands == [] && terminal.scrolledLines == 0)
    }
  }

  @Test func `a narrower terminal leaves no remains of the old frame`() {
    var terminal = VirtualTerminal(columns: 40, rows: 20)
    var frame = PromptFrame()
    drawn("one long line of some text\nand another one", terminal: &terminal, frame: &frame)
    terminal.resize(columns: 12)
    drawn("new", terminal: &terminal, frame: &frame)
    #expect(terminal.lines == ["> new"])
  }

  @Test func `an erased frame is removed, and the next one starts in its place`() {
    var terminal = VirtualTerminal(columns: 20, rows: 10)
    var frame = PromptFrame()
    terminal.write("above\n")
    drawn("a\nb\nc", cursor: 3, terminal: &terminal, frame: &frame)
    terminal.write(frame.erase(size: terminal.size) + "output\n")
    #expect(terminal.lines == ["above", "output"])
    #expect(frame.erase(size: terminal.size).isEmpty)
    drawn("d", terminal: &terminal, frame: &frame)
    #expect(terminal.lines == ["above", "output", "> d"])
  }

  @Test func `control characters are shown and not executed`() {
    let picture = PromptPicture(EditedText("a\u{1b}b"), prompt: "> ", continuation: ". ", width: 20)
    #expect(picture.lines.map(\.text) == [#"> a\u{1b}b"#])
    #expect(picture.column == 10)
  }
}
