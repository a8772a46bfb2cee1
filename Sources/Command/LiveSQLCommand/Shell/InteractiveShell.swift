import LiveEngine
import LiveQueries
import SQLiteDatabase
import Terminal

/// A shell on a terminal: the prompt with live queries above it, and earlier output further above.
///
/// It handles one event at a time. While something runs, only that writes to the terminal, and keys
/// other than Ctrl-C wait.
final class InteractiveShell {
  private var interpreter: ShellInterpreter
  private let screen: ShellScreen
  private let history: HistoryFile?
  private let file: DatabaseFile
  private var editor: LineEditor
  private var live: ShellLiveQueries
  /// The running task, which ends with an event.
  private var running: Task<Void, Never>?
  private var pendingKeys: [Key] = []
  private var isInTransaction = false
  private let events: AsyncStream<ShellEvent>
  private let continuation: AsyncStream<ShellEvent>.Continuation

  init(
    interpreter: ShellInterpreter,
    screen: ShellScreen,
    history: HistoryFile?,
    file: DatabaseFile
  ) {
    var interpreter = interpreter
    interpreter.isInteractive = true
    self.interpreter = interpreter
    self.screen = screen
    self.history = history
    self.file = file
    editor = LineEditor(history: history?.load() ?? [], isWhole: Self.isWhole)
    (events, continuation) = AsyncStream.makeStream(of: ShellEvent.self)
    live = ShellLiveQueries(file: file, events: continuation)
  }

  /// Returns whether Enter runs a text: a dot command, complete statements, or only comments.
  static func isWhole(_ text: String) -> Bool {
    text.first == "." || sqlTokens(of: text + "\n").isEmpty || Database.isCompleteStatement(text)
  }

  /// Runs until the user, a signal or the end of the terminal ends it, and restores the terminal.
  func run(_ process: AsyncStream<ProcessEvent>) async throws -> ExitCode {
    let sources = [
      Task { [continuation] in
        for await event in process { continuation.yield(.process(event)) }
      },
      Task { [continuation] in
        for await key in terminalKeys(of: 0) { continuation.yield(.key(key)) }
        continuation.yield(.inputEnded)
      },
    ]
    defer { for source in sources { source.cancel() } }
    try screen.enter()
    defer { screen.leave() }
    try screen.write(welcome)
    try draw()
    var code = ExitCode.success
    for await event in events {
      if let end = try receive(event) {
        code = end
        break
      }
    }
    await stop()
    return code
  }

  private var welcome: [Line] {
    [
      Line("SQLite \(Database.libraryVersion) · \(file.path)", .secondary),
      Line("'.help' lists commands; Tab completes, Ctrl-R searches, Ctrl-D ends.", .secondary),
    ]
  }

  private func stop() async {
    running?.cancel()
    await running?.value
    await live.end()
    if isInTransaction {
      try? screen.write([Line("The open transaction was rolled back.", .warning)])
    }
  }

  /// Handles an event.
  ///
  /// - Returns: The exit code, if the event ends the shell.
  private func receive(_ event: ShellEvent) throws -> ExitCode? {
    switch event {
    case .key(let key): return try press(key)
    case .finished(let result): return try finish(result)
    case .names(let names):
      running = nil
      if let names { try complete(names) }
      return try replayKeys()
    case .live(let number, let update): live.receive(update, number: number)
    case .liveFailed(let number, let message):
      live.remove(number)
      try screen.write(message)
    case .process(.termination(SignalNumber.interrupt)): return try press(.control("c"))
    case .process(.termination(let signal)): return ExitCode(rawValue: 128 + signal)
    case .process(.outputClosed), .inputEnded: return .success
    case .process(.terminalResized): break
    }
    try draw()
    return nil
  }

  private func draw() throws {
    guard running == nil else { return }
    try screen.draw(editor, panes: live.panes, isInTransaction: isInTransaction)
  }
}

// MARK: - Keys

extension InteractiveShell {
  private func press(_ key: Key) throws -> ExitCode? {
    if let running {
      if key == .control("c") {
        pendingKeys = []
        running.cancel()
      } else {
        pendingKeys.append(key)
      }
      return nil
    }
    switch editor.press(key) {
    case .draw: break
    case .submit(let text): try submit(text)
    case .interrupt(let text): try screen.writeTyped(text, isInTransaction, mark: "^C")
    case .end: return .success
    case .complete: readNames()
    case .suspend: try screen.suspend()
    case .clearScreen: try screen.clear()
    }
    try draw()
    return nil
  }

  /// Handles the keys that were pressed in the meantime.
  private func replayKeys() throws -> ExitCode? {
    try draw()
    while running == nil, !pendingKeys.isEmpty {
      if let end = try press(pendingKeys.removeFirst()) { return end }
    }
    return nil
  }

  private func submit(_ text: String) throws {
    try screen.writeTyped(text, isInTransaction)
    guard !text.allSatisfy(\.isWhitespace) else { return }
    editor.remember(text)
    history?.append(text)
    let piece = ScriptReader.Piece(text: text, line: 1, isCommand: text.first == ".")
    let interpreter = interpreter
    running = Task { [continuation] in
      continuation.yield(.finished(await ShellResult(running: piece, in: interpreter)))
    }
  }

  private func finish(_ result: ShellResult) throws -> ExitCode? {
    running = nil
    interpreter = result.interpreter
    isInTransaction = result.isInTransaction
    if result.isOutputClosed { return .success }
    try screen.write(result.message)
    switch result.request {
    case .quit: return .success
    case .live(let sql):
      do { try live.begin(sql, arguments: interpreter.settings.arguments) } catch {
        try screen.write(ErrorReport(error).lines)
      }
    case .liveOff(let number):
      if !live.turnOff(number) {
        try screen.write([Line("There is no such live query.", .failure)])
      }
    case nil: break
    }
    return try replayKeys()
  }
}

// MARK: - Completion

extension InteractiveShell {
  /// Reads the current names for a completion.
  private func readNames() {
    let interpreter = interpreter
    running = Task { [continuation] in
      // If the names cannot be read, nothing is completed.
      let names = try? await interpreter.reading { db in try SchemaNames(db) }
      continuation.yield(.names(names))
    }
  }

  private func complete(_ names: SchemaNames) throws {
    let completion = ShellCompleter(names: names).completion(of: editor.text)
    let typed = editor.text.cursor - completion.start
    if completion.candidates.count == 1, let name = completion.candidates.first {
      let goesOn = name.last.map { "(./".contains($0) } ?? false
      editor.complete(from: completion.start, with: goesOn ? name : name + " ")
    } else if completion.commonPrefix.count > typed {
      editor.complete(from: completion.start, with: completion.commonPrefix)
    } else if completion.candidates.count > 1 {
      editor.offers = completion.candidates
    }
  }
}

extension ShellResult {
  /// Runs a piece, and captures any outcome.
  init(running piece: ScriptReader.Piece, in interpreter: ShellInterpreter) async {
    var interpreter = interpreter
    var request: ShellInterpreter.Request?
    var message: [Line] = []
    var isOutputClosed = false
    do {
      request = try await interpreter.run(piece)
    } catch is CancellationError {
      message = [Line("Interrupted.", .warning)]
    } catch OutputFailure.closed {
      // A statement that is interrupted while it writes fails in the same way.
      if Task.isCancelled {
        message = [Line("Interrupted.", .warning)]
      } else {
        isOutputClosed = true
      }
    } catch {
      message = Self.report(error, of: piece)
    }
    let session = interpreter.session
    // This is also needed after an interruption, hence a task that was not cancelled.
    let isOpen = await Task { try? await session.run(readOnly: true) { $0.isInsideTransaction } }
      .value
    self.init(
      interpreter: interpreter,
      request: request,
      message: message,
      isOutputClosed: isOutputClosed,
      isInTransaction: isOpen ?? false
    )
  }

  private static func report(_ error: any Error, of piece: ScriptReader.Piece) -> [Line] {
    var error = error
    // A line that was typed needs no line number.
    if let failure = error as? ScriptFailure, failure.file == nil,
      !piece.text.trimmed.contains(where: \.isNewline)
    {
      error = failure.error
    }
    return ErrorReport(error, head: "", parameterAdvice: ScriptShell.parameterAdvice).lines
  }
}
