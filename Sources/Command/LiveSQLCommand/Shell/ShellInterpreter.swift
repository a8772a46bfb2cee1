import DatabaseTypes
import Foundation
import SQLiteDatabase
import Terminal

/// An interpreter of a shell's input: statements and dot commands.
struct ShellInterpreter: Sendable {
  /// A further action for the shell.
  enum Request: Sendable {
    /// End the shell.
    case quit
    /// Keep a query on the screen.
    case live(sql: String)
    /// End a live query, or all of them.
    case liveOff(number: Int?)
  }

  let session: DatabaseSession
  /// Whether statements that write are rejected.
  let isReadOnly: Bool
  let output: Output
  let notes: Output
  var settings = ShellSettings()
  /// Whether there is a prompt, above which live queries can be shown.
  var isInteractive = false
  /// The nesting depth of scripts.
  private var depth = 0

  init(
    session: DatabaseSession,
    isReadOnly: Bool,
    output: Output,
    notes: Output,
    settings: ShellSettings = ShellSettings()
  ) {
    self.session = session
    self.isReadOnly = isReadOnly
    self.output = output
    self.notes = notes
    self.settings = settings
  }

  /// Runs a piece.
  ///
  /// - Returns: A further action for the shell.
  /// - Throws: ``ScriptFailure``; also ``OutputFailure`` and `CancellationError`, unchanged.
  mutating func run(_ piece: ScriptReader.Piece) async throws -> Request? {
    guard piece.isCommand else {
      try await runStatements(piece)
      return nil
    }
    do { return try await runCommand(piece.text) } catch let error
      where !(error is OutputFailure || error is CancellationError || error is ScriptFailure)
    {
      throw ScriptFailure(error, in: piece, statementAt: 0)
    }
  }

  private func runStatements(_ piece: ScriptReader.Piece) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let settings = settings
    let output = output
    try await session.run(readOnly: isReadOnly) { db in
      var runner = StatementRunner(
        format: settings.format,
        limit: settings.limit,
        allowsWriting: true,
        output: output
      )
      let arguments = settings.arguments
      try runner.run(piece, arguments: arguments, isPartOfScript: true, in: db)
      try runner.printer.writeSummary(isWhole: false)
    }
    if settings.hasTimer {
      try notes.write([Line("(\(describe(clock.now - start)))", .secondary)])
    }
  }

  /// Reads from the database.
  func reading<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result)
    async throws -> Result
  {
    try await session.run(readOnly: true, body)
  }
}

// MARK: - Commands

extension ShellInterpreter {
  private mutating func runCommand(_ line: String) async throws -> Request? {
    let (command, rest) = try DotCommand.parse(line)
    switch command.name {
    case ".quit": return .quit
    case ".dump": try await writeDump(rest.quotedWords)
    case ".help": try writeHelp()
    case ".import": try await importRows(rest.quotedWords, command)
    case ".limit": settings.limit = try Self.limit(rest, command)
    case ".live": return try live(rest, command)
    case ".mode": try setMode(rest)
    case ".param": try setParameter(rest)
    case ".read": return try await read(rest, command)
    case ".schema": try await writeSchema(rest)
    case ".tables": try await writeTables(rest)
    case ".timer":
      guard rest == "on" || rest == "off" else { throw command.usageFailure() }
      settings.hasTimer = rest == "on"
    default: throw command.usageFailure()
    }
    return nil
  }

  private func writeHelp() throws {
    let width = max(40, min(100, output.destination.terminalSize?.columns ?? 80))
    try output.write(HelpText(width: width).commands(DotCommand.all))
  }

  private static func limit(_ text: String, _ command: DotCommand) throws -> Int? {
    if text == "off" { return nil }
    guard let count = Int(text), count >= 0 else { throw command.usageFailure() }
    return count
  }

  private func live(_ text: String, _ command: DotCommand) throws -> Request {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first else { throw command.usageFailure() }
    guard isInteractive else {
      throw CommandFailure(
        message: "A live query needs a terminal. See '\(programName) watch' for one in a script."
      )
    }
    guard first.lowercased() == "off" else { return .live(sql: text) }
    let number = words.dropFirst().first.map { Int($0) }
    guard words.count <= 2, number.map({ $0 != nil }) ?? true else { throw command.usageFailure() }
    return .liveOff(number: number ?? nil)
  }

  private mutating func setMode(_ name: String) throws {
    let names = ResultFormat.allCases.map(\.rawValue)
    if name.isEmpty { return try output.write([Line(settings.format.rawValue)]) }
    guard let format = ResultFormat(rawValue: name) else {
      let meant = closest(to: name, among: names).map { " Did you mean '\($0)'?" } ?? ""
      throw CommandFailure(
        message:
          "There is no format \(name).\(meant) The formats are \(names.joined(separator: ", "))."
      )
    }
    settings.format = format
  }

  private mutating func setParameter(_ text: String) throws {
    if text == "clear" {
      settings.parameters = []
    } else if text.isEmpty {
      let lines = settings.parameters.map { Line("\($0.place) = \($0.value.sqlLiteral)") }
      try output.write(lines)
    } else {
      let parameter: SQLParameter
      do throws(UsageError) { parameter = try SQLParameter(text) } catch {
        throw CommandFailure(message: "Write '.param NAME=VALUE'.")
      }
      guard case .name = parameter.place else {
        throw CommandFailure(
          message: "Give the parameter a name: '.param NAME=VALUE' is for :NAME."
        )
      }
      settings.parameters.removeAll { $0.place == parameter.place }
      settings.parameters.append(parameter)
    }
  }

  /// Runs the pieces of a file.
  private mutating func read(_ text: String, _ command: DotCommand) async throws -> Request? {
    guard let path = text.quotedWords.first, text.quotedWords.count == 1 else {
      throw command.usageFailure()
    }
    guard depth < 20 else {
      throw CommandFailure(message: "Scripts include each other too deeply, or endlessly.")
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw CommandFailure(message: "The file \(path) cannot be read. Check its path.")
    }
    defer { try? file.close() }
    depth += 1
    defer { depth -= 1 }
    var lines = InputLines(FileDescriptorSource(descriptor: file.fileDescriptor))
    var script = ScriptReader(hasCommands: true)
    do {
      while let line = try lines.next() {
        if let piece = script.add(line), let request = try await run(piece) { return request }
      }
      guard let piece = script.finish() else { return nil }
      return try await run(piece)
    } catch var failure as ScriptFailure {
      failure.file = failure.file ?? path
      throw failure
    }
  }
}
