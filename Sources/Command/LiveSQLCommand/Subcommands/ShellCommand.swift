import Foundation
import SQLiteDatabase
import Synchronization
import Terminal

/// `livesql shell`: a prompt on a database.
struct ShellCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "shell",
    summary: "Opens a prompt on a database, with live queries above it.",
    discussion: [
      """
      A statement runs when Enter follows its semicolon; until then, Enter begins another line. Commands begin \
      with a dot: '.help' lists them. '.live SELECT …' keeps a result above the prompt up to date while others \
      write.
      """,
      """
      Keys: Tab completes names; the arrows, Home, End and Ctrl-A, E, B, F move, with Alt or Ctrl by words; \
      Ctrl-K, U, W cut and Ctrl-Y pastes; Up and Down go through the history, Ctrl-R searches it; Ctrl-C \
      discards the line or stops a running statement, Ctrl-L clears the screen, Ctrl-D ends.
      """,
      """
      If standard input is not a terminal, it is a script of statements and commands, which ends at its first \
      error, whose line is reported. The exit code is 1 if a statement has failed.
      """,
      """
      The history is saved in the file that LIVESQL_HISTORY names, else in livesql/history in XDG_STATE_HOME or \
      ~/.local/state; it is not saved if LIVESQL_HISTORY is empty, and lines that begin with a space are not \
      saved.
      """,
      KeyFile.discussion,
    ],
    arguments: [.database],
    options: [
      ResultFormat.option.syntax, QueryCommand.rowLimit.syntax, readOnly.syntax, create.syntax,
      keepGoing.syntax, noHistory.syntax, KeyFile.option.syntax,
    ],
    examples: [
      "livesql shell shop.db", "livesql shell new.db --create < script.sql",
      "livesql shell shop.db --read-only --format markdown",
    ]
  )

  private static let readOnly = Option(flag: "read-only", help: "Rejects statements that write.")
  private static let create = Option(flag: "create", help: "Creates the file if it does not exist.")
  private static let keepGoing = Option(
    flag: "keep-going",
    help: "Continues after an error in a script; the exit code is still 1."
  )
  private static let noHistory = Option(
    flag: "no-history",
    help: "Neither reads nor saves the history."
  )

  private let path: String
  private let keyFile: KeyFile?
  private let settings: ShellSettings
  private let isReadOnly: Bool
  private let createsFile: Bool
  private let keepsGoing: Bool
  private let hasHistory: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    keyFile = try arguments.keyFile()
    var settings = ShellSettings()
    settings.format = try arguments.value(of: ResultFormat.option) ?? .table
    settings.limit = try arguments.value(of: QueryCommand.rowLimit)
    self.settings = settings
    isReadOnly = arguments.has(Self.readOnly)
    createsFile = arguments.has(Self.create)
    keepsGoing = arguments.has(Self.keepGoing)
    hasHistory = !arguments.has(Self.noHistory)
    if isReadOnly, createsFile {
      throw UsageError("'--create' and '--read-only' exclude each other")
    }
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    if createsFile, !FileManager.default.fileExists(atPath: path) {
      try DatabaseFile.create(at: path, keyFile: keyFile).close()
    }
    let file = try DatabaseFile(path: path, keyFile: keyFile, canBeCreated: !isReadOnly)
    let database = try isReadOnly ? file.openForReading() : file.openForWriting()
    let session = try await DatabaseSession(on: database)
    let result: Result<ExitCode, any Error>
    do { result = .success(try await run(session, file, context)) } catch {
      result = .failure(error)
    }
    await session.end()
    try database.close()
    return try result.get()
  }

  private func run(_ session: DatabaseSession, _ file: DatabaseFile, _ context: CommandContext)
    async throws -> ExitCode
  {
    let interpreter = ShellInterpreter(
      session: session,
      isReadOnly: isReadOnly,
      output: context.output,
      notes: context.notes,
      settings: settings
    )
    let isDumb = context.environment["TERM"] == "dumb"
    if context.input.isTerminal, !isDumb, let screen = ShellScreen(context.output) {
      let history =
        hasHistory ? HistoryFile(of: programName, environment: context.environment) : nil
      let shell = InteractiveShell(
        interpreter: interpreter,
        screen: screen,
        history: history,
        file: file
      )
      return try await shell.run(context.events())
    }
    let failed = Mutex(ExitCode.success)
    let code = try await runUntilStopped(context.events(), stopsOnClosedOutput: isReadOnly) {
      var script = ScriptShell(
        interpreter: interpreter,
        input: context.input,
        keepsGoing: keepsGoing
      )
      let code = try await script.run()
      failed.withLock { $0 = code }
    }
    return code == .success ? failed.withLock { $0 } : code
  }
}
