import ItemsModel
import Terminal
import Testing

@testable import Items

@Suite struct ScreenStateTests {
  private func state(_ count: Int, columns: Int = 40, rows: Int = 8) -> ScreenState {
    var state = ScreenState()
    state.resize(TerminalSize(columns: columns, rows: rows))
    state.receive((0..<count).map { Item(id: Int64($0), name: "Item \($0)", quantity: $0) })
    return state
  }

  private func texts(_ state: ScreenState) -> [String] { state.picture.lines.map(\.text) }

  @Test func `a list has a title, its items, and two lines at the bottom`() {
    var state = state(0, rows: 7)
    state.receive([
      Item(id: 0, name: "Item 0", quantity: 0, notes: "hello"),
      Item(id: 1, name: "Item 1", notes: "hello"),
    ])
    state.patch = "last patch: 1 inserted"
    #expect(
      texts(state) == [
        "Items  Unspecified", "", "› Item 0               0  hello         ",
        "  Item 1                  hello         ", "", "2 items · last patch: 1 inserted",
        "a add  e edit  d delete  o order  q quit  r random",
      ]
    )
  }

  @Test(arguments: [1, 5, 19, 20, 39, 40, 80])
  func `every line fits the terminal`(columns: Int) {
    var state = state(1, columns: columns)
    state.receive([Item(id: 1, name: "東京都の牛乳\u{1b}[2J", quantity: 123_456_789, notes: "🐈🐈🐈")])
    for row in state.picture.lines[2..<3] { #expect(row.width <= max(3, columns)) }
    #expect(state.picture.lines.count == 8)
    #expect(!texts(state).joined().contains("\u{1b}"))
  }

  @Test func `a long list scrolls with its selection`() {
    var state = state(10)
    #expect(state.listHeight == 4)
    for _ in 0..<5 { _ = state.press(.down) }
    #expect(state.selected?.id == 5 && state.top == 2)
    #expect(texts(state)[6] == "10 items, 2 above, 4 below")
    _ = state.press(.end)
    #expect(state.selected?.id == 9 && state.top == 6)
    _ = state.press(.pageUp)
    #expect(state.selected?.id == 5 && state.top == 5)
    _ = state.press(.home)
    #expect(state.selected?.id == 0 && state.top == 0)
    _ = state.press(.up)
    #expect(state.selected?.id == 0)
    state.resize(TerminalSize(columns: 40, rows: 1))
    #expect(state.listHeight == 1 && state.picture.lines.count >= 1)
  }

  @Test func `the selection stays with its item, or with its place if the item is deleted`() {
    var state = state(5)
    state.select(3)
    state.receive(state.items.reversed())
    #expect(state.selected?.id == 3 && state.selection == 1)
    state.receive(state.items.filter { $0.id != 3 })
    #expect(state.selected?.id == 2)
    state.receive([])
    #expect(state.selected == nil)
    #expect(texts(state).contains("  No items yet. Press a to add one, r for a random one."))
  }

  @Test func `a saved item is selected when it appears`() {
    var state = state(3)
    state.wantedID = 7
    state.receive(state.items)
    #expect(state.selected?.id == 0)
    state.receive(state.items + [Item(id: 7, name: "New")])
    #expect(state.selected?.id == 7 && state.wantedID == nil)
  }

  @Test func `keys request the actions of the program`() {
    var state = state(2)
    #expect(state.press(.character("q")) == .quit)
    #expect(state.press(.control("c")) == .quit)
    #expect(state.press(.control("z")) == .suspend)
    #expect(state.press(.character("o")) == .nextOrdering)
    #expect(state.press(.character("u")) == nil)
    (state.canUndo, state.canRedo) = (true, true)
    #expect(state.press(.character("u")) == .undo)
    #expect(state.press(.character("U")) == .redo)
    #expect(state.picture.lines.last?.text.contains("u undo  U redo") == true)
    #expect(state.press(.character("d")) == nil)
    #expect(state.picture.lines.last?.text.contains("Delete “Item 0”?") == true)
    #expect(state.press(.enter) == nil && state.mode == .list)
    _ = state.press(.character("d"))
    #expect(state.press(.character("y")) == .delete(state.items[0]))
  }

  @Test(arguments: [18, 24, 80])
  func `a question is always fully visible`(columns: Int) {
    var state = state(0, columns: columns)
    state.receive([Item(id: 1, name: "東京都の牛乳 and more of it")])
    _ = state.press(.character("d"))
    let question = texts(state).last ?? ""
    #expect(question.hasPrefix("Delete “") && question.hasSuffix("”? (y/n)"))
    #expect(displayWidth(question) <= columns)
  }

  @Test func `a form is filled in field by field`() throws {
    var state = state(0, columns: 30)
    _ = state.press(.character("a"))
    for key in [Key.character("B"), .character("q"), .tab, .character("3"), .down, .down, .backTab]
    {
      #expect(state.press(key) == nil)
    }
    guard case .form(let form) = state.mode else { return #expect(Bool(false), "no form") }
    #expect(form.text(of: .name) == "Bq" && form.text(of: .quantity) == "3")
    #expect(form.focus == .notes)
    #expect(state.press(.enter) == .save(form))
    #expect(state.picture.cursor == .init(row: 4, column: 13))
    #expect(
      texts(state).prefix(5) == [
        "New item", "", "  Name       Bq", "  Quantity   3", "  Notes      ",
      ]
    )
    #expect(state.press(.escape) == nil && state.mode == .list)
  }

  @Test func `a picture is drawn without clearing the screen first`() {
    let picture = ScreenPicture(lines: ["one", "two"], cursor: .init(row: 1, column: 2))
    var screen = VirtualScreen(columns: 5, rows: 3)
    let size = TerminalSize(columns: 5, rows: 3)
    screen.write(Array("old text".utf8))
    screen.write(Array(picture.text(size: size, palette: Palette(hasColors: true)).utf8))
    #expect(screen.lines == ["one", "two", ""])
    #expect(screen.isCursorVisible && screen.row == 1 && screen.column == 2)
    #expect(screen.unknownCommands == [])
  }

  @Test func `command lines are parsed`() throws {
    #expect(try ItemsArguments(["--help"]) == .help)
    #expect(try ItemsArguments([]) == .edit(path: nil))
    #expect(try ItemsArguments(["a.db"]) == .edit(path: "a.db"))
    #expect(try ItemsArguments(["--", "-a.db"]) == .edit(path: "-a.db"))
    let encrypted = ItemsArguments.edit(path: "a.db", keyFile: KeyFile(path: "key"))
    #expect(try ItemsArguments(["--key-file", "key", "a.db"]) == encrypted)
    #expect(try ItemsArguments(["a.db", "--key-file", "key"]) == encrypted)
    #expect(throws: UsageProblem.self) { try ItemsArguments(["a.db", "--key-file"]) }
    #expect(throws: UsageProblem.self) { try ItemsArguments(["--odd"]) }
    #expect(throws: UsageProblem.self) { try ItemsArguments(["a", "b"]) }
  }
}
