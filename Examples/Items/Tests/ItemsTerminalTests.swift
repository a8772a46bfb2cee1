import Foundation
import ItemsModel
import LiveSQL
import LiveSQLTestSupport
import Testing

/// The program, driven through a pseudo-terminal as a person would use it.
@Suite(.mayBlock, .timeLimit(.hang)) struct ItemsTerminalTests {
  private let scratch: ScratchDirectory
  private let path: String

  init() throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "items.db")
  }

  /// The program that was built together with the tests.
  private static var program: URL {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = (tests?.bundleURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
    let isBuilt = { FileManager.default.isExecutableFile(atPath: $0) }
    let beside = folder.appending(path: "Items")
    return isBuilt(beside.path)
      ? beside : Bundle.main.bundleURL.appending(path: "Items")
  }

  private func start(
    columns: Int = 60,
    rows: Int = 12,
    options: [String] = []
  ) throws -> PseudoTerminal<VirtualScreen> {
    try PseudoTerminal(Self.program, [path] + options, columns: columns, rows: rows)
  }

  private func items() throws -> [Item] {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    return try database.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM item ORDER BY id").map { try Item(row: $0) }
    }
  }

  /// Expects that the terminal is in its original state.
  private func expectRestored(_ terminal: PseudoTerminal<VirtualScreen>) {
    #expect(terminal.settings == terminal.settingsBefore)
    #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
    #expect(terminal.screen.modes == ["?7"])
    #expect(terminal.screen.unknownCommands == [])
  }

  @Test func `items can be added, edited, ordered and deleted`() async throws {
    let terminal = try start()
    try await terminal.wait { $0.shows("No items yet") && $0.shows("0 items") }
    #expect(terminal.screen.isAlternate && !terminal.screen.isCursorVisible)

    terminal.type("a")
    try await terminal.wait { $0.shows("New item") && $0.isCursorVisible }
    terminal.type("Milch für 🐈\t2\tfrom the farm\r")
    try await terminal.wait { $0.shows("1 item ·") && $0.shows("1 inserted") }
    terminal.type("aApples\r")
    try await terminal.wait { $0.shows("2 items") }
    #expect(try items().map(\.name) == ["Milch für 🐈", "Apples"])
    #expect(terminal.screen.lines[2].contains("Milch für 🐈"))
    #expect(terminal.screen.lines[3].hasPrefix("› Apples"))

    terminal.type("o")
    try await terminal.wait { $0.shows("Ascending") && $0.lines[2].hasPrefix("› Apples") }

    terminal.type("j\r\u{7f}\u{7f}\u{1b}[Z\u{1b}[Z12\r")
    try await terminal.wait { $0.shows("1 updated") && $0.shows("12") }
    #expect(
      try items().first == Item(id: 1, name: "Milch für", quantity: 212, notes: "from the farm")
    )

    terminal.type("k")
    try await terminal.wait { $0.lines[2].hasPrefix("› Apples") }
    terminal.type("d")
    try await terminal.wait { $0.shows("Delete “Apples”?") }
    terminal.type("n")
    try await terminal.wait { $0.shows("q quit") }
    terminal.type("dy")
    try await terminal.wait { $0.shows("1 removed") && $0.shows("u undo") }
    terminal.type("u")
    try await terminal.wait { $0.shows("2 items") && $0.shows("Undid: Delete Item") }
    #expect(try items().map(\.id) == [1, 2])
    terminal.type("u")
    try await terminal.wait { $0.shows("Undid: Edit “Milch für”") }
    #expect(try items().first?.name == "Milch für 🐈")
    terminal.type("U")
    try await terminal.wait { $0.shows("Redid: Edit “Milch für”") && $0.shows("212") }
    terminal.type("uuu")
    try await terminal.wait { $0.shows("0 items") && $0.shows("No items yet") }
    terminal.type("UU")
    try await terminal.wait { $0.shows("2 items") }

    terminal.type("q")
    #expect(await terminal.exitCode() == 0)
    try await terminal.wait { !$0.isAlternate && $0.modes == ["?7"] }
    expectRestored(terminal)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `a random item is added and selected`() async throws {
    let terminal = try start()
    try await terminal.wait { $0.shows("No items yet") }
    terminal.type("r")
    try await terminal.wait { $0.shows("1 item ·") && $0.shows("1 inserted") }
    let item = try items().first
    #expect(item?.name.count == 7)
    #expect(terminal.screen.lines[2].hasPrefix("› \(item?.name ?? "none")"))
    terminal.type("q")
    #expect(await terminal.exitCode() == 0)
  }

  @Test func `a form can be cancelled, and shows what is wrong with it`() async throws {
    let terminal = try start()
    try await terminal.wait { $0.shows("No items yet") }
    terminal.type("aMilk\tmany\r")
    try await terminal.wait { $0.shows("The quantity is a whole number") }
    terminal.type("\u{1b}")
    try await terminal.wait { $0.shows("No items yet") }
    terminal.type("a\tmore\u{15}3\r")
    try await terminal.wait { $0.shows("An item needs a name") }
    terminal.type("\u{3}")
    #expect(await terminal.exitCode() == 0)
    #expect(try items().isEmpty)
  }

  @Test func `writes of another process are shown`() async throws {
    let terminal = try start()
    try await terminal.wait { $0.shows("0 items") }
    let database = try AppDatabase(path: path)
    var item = Item(name: "From elsewhere", quantity: 7)
    try database.saveItem(&item)
    try await terminal.wait { $0.shows("From elsewhere") && $0.shows("1 inserted") }
    terminal.type("q")
    #expect(await terminal.exitCode() == 0)
  }

  @Test func `the screen adapts to a new terminal size`() async throws {
    let database = try AppDatabase(path: path)
    for number in 1...30 {
      var item = Item(name: "Item \(number) 東京都", quantity: number, notes: "notes")
      try database.saveItem(&item)
    }
    let terminal = try start()
    try await terminal.wait { $0.shows("30 items, 22 below") }
    #expect(terminal.screen.shows("notes") && !terminal.screen.shows("patch"))
    terminal.type("G")
    try await terminal.wait { $0.shows("30 items, 22 above") && $0.shows("› Item 30") }
    terminal.resize(columns: 18, rows: 7)
    try await terminal.wait { $0.shows("› Item 30 東京都") && $0.shows("30 items, 27 ab") }
    #expect(!terminal.screen.shows("notes"))
    terminal.resize(columns: 10, rows: 24)
    try await terminal.wait { $0.shows("› Item 30…") }
    terminal.type("q")
    #expect(await terminal.exitCode() == 0)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal ends the program and restores the terminal`(signal: Int32) async throws {
    let terminal = try start()
    try await terminal.wait { $0.shows("0 items") }
    #expect(terminal.settings != terminal.settingsBefore)
    terminal.send(signal)
    #expect(await terminal.exitCode() == 128 + signal)
    try await terminal.wait { !$0.isAlternate && $0.modes == ["?7"] }
    expectRestored(terminal)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `the program ends when its input ends`() async throws {
    let terminal = try start()
    try await terminal.wait { $0.shows("0 items") }
    terminal.hangUp()
    #expect(await terminal.exitCode() == 0)
  }

  @Test(.requiresPlainSQLite)
  func `a key file is of no use where SQLite does not encrypt, and the program says so`()
    async throws
  {
    let key = scratch.path(of: "key")
    let isCreated = FileManager.default.createFile(
      atPath: key,
      contents: Data("secret\n".utf8),
      attributes: [.posixPermissions: 0o600]
    )
    try #require(isCreated)
    let terminal = try start(columns: 80, options: ["--key-file", key])
    try await terminal.wait { $0.shows("lacks “encryption”") }
    #expect(await terminal.exitCode() == 1)
    expectRestored(terminal)
  }

  @Test func `the program says that it needs a terminal`() async throws {
    let process = Process()
    let errors = Pipe()
    process.executableURL = Self.program
    process.arguments = [path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(String(decoding: text, as: UTF8.self).contains("fills a terminal"))
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
