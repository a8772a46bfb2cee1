import ItemsModel
import LiveSQL
import Terminal

/// The program: it shows the model on a terminal, and changes it by keys.
@MainActor
final class ItemsProgram {
  /// The reason why the program ended.
  enum Ending: Equatable {
    case quit
    case signal(Int32)
  }

  private let model: ItemListModel
  private let terminal: ItemsTerminal
  /// Returns the events of the process from then on.
  private let events: @Sendable () -> AsyncStream<ProcessEvent>
  private var screen = ScreenState()

  init(
    model: ItemListModel,
    terminal: ItemsTerminal,
    events: @escaping @Sendable () -> AsyncStream<ProcessEvent>
  ) {
    self.model = model
    self.terminal = terminal
    self.events = events
  }

  /// Runs until a key, a signal or the end of the input ends it, and restores the terminal.
  func run() async throws -> Ending {
    try await model.load()
    // From here on, a signal ends the program only after the terminal is restored.
    let process = events()
    try terminal.enter()
    defer { terminal.leave() }
    for await event in ProgramEvent.all(keys: terminal.keys, process: process, model: model) {
      if let ending = try receive(event) { return ending }
      try draw()
    }
    return .quit
  }

  private func receive(_ event: ProgramEvent) throws -> Ending? {
    switch event {
    case .modelChanged: takeOver()
    case .key(let key): return try press(key)
    case .process(.terminalResized): break
    case .process(.termination(let signal)): return .signal(signal)
    case .process(.outputClosed), .inputEnded: return .quit
    }
    return nil
  }

  private func takeOver() {
    screen.ordering = model.ordering
    (screen.canUndo, screen.canRedo) = (model.canUndo, model.canRedo)
    screen.patch = model.lastDifference.map { "last patch: \($0)" }
    screen.receive(model.items)
    if let error = model.loadError { screen.message = "\(error)" }
  }

  private func draw() throws {
    if let size = terminal.size { screen.resize(size) }
    try terminal.draw(screen.picture)
  }
}

extension ItemsProgram {
  private func press(_ key: Key) throws -> Ending? {
    switch screen.press(key) {
    case .quit: return .quit
    case .suspend: try terminal.suspend()
    case .redraw: try terminal.clear()
    case .nextOrdering: model.nextOrdering()
    case .save(let form): save(form)
    case .addRandom: addRandom()
    case .delete(let item): delete(item)
    case .undo: reportingErrors { reportResult("Undid", try model.undo()) }
    case .redo: reportingErrors { reportResult("Redid", try model.redo()) }
    case nil: break
    }
    return nil
  }

  /// Saves the contents of the form; if that fails, the form stays and shows the error.
  private func save(_ form: ItemForm) {
    let editor = model.newItemEditorModel(for: form.item)
    editor.nameEdit = form.text(of: .name)
    editor.quantityEdit = form.text(of: .quantity)
    editor.notesEdit = form.text(of: .notes)
    do {
      try editor.saveItem()
      screen.mode = .list
      screen.wantedID = editor.item.id
    } catch {
      var form = form
      form.problem = "\(error)"
      screen.mode = .form(form)
    }
  }

  private func addRandom() {
    reportingErrors { screen.wantedID = try model.newRandomItem().id }
  }

  private func delete(_ item: Item) {
    reportingErrors { try model.delete(item) }
  }

  private func reportResult(_ what: String, _ name: String?) {
    if let name { screen.message = "\(what): \(name)" }
  }

  /// Performs an action, and shows an error on the screen if it fails.
  private func reportingErrors(_ body: () throws -> Void) {
    do { try body() } catch { screen.message = "\(error)" }
  }
}
