import SQLiteDatabase
import Terminal

/// A shell that runs a script without a prompt.
struct ScriptShell {
  var interpreter: ShellInterpreter
  let input: any InputSource
  /// Whether it continues after an error.
  let keepsGoing: Bool

  private var code = ExitCode.success

  init(interpreter: ShellInterpreter, input: any InputSource, keepsGoing: Bool) {
    self.interpreter = interpreter
    self.input = input
    self.keepsGoing = keepsGoing
  }

  /// Runs the script to its end, or to its first error.
  ///
  /// - Returns: A failure if a statement failed and was passed over.
  mutating func run() async throws -> ExitCode {
    var lines = InputLines(input)
    var script = ScriptReader(hasCommands: true)
    while let line = try lines.next() {
      if let piece = script.add(line), try await isEnd(piece) { return code }
    }
    if let piece = script.finish(), try await isEnd(piece) { return code }
    return try await atEnd()
  }

  /// Checks for a transaction that is open at the end.
  private func atEnd() async throws -> ExitCode {
    let isOpen = try await interpreter.reading { $0.isInsideTransaction }
    guard isOpen, code == .success else { return code }
    throw CommandFailure(
      message: "A transaction was still open at the end and was rolled back. End it with COMMIT."
    )
  }

  /// Runs a piece.
  ///
  /// - Returns: Whether the shell should end.
  private mutating func isEnd(_ piece: ScriptReader.Piece) async throws -> Bool {
    do {
      guard case .quit? = try await interpreter.run(piece) else { return false }
      code = try await atEnd()
      return true
    } catch let failure as ScriptFailure {
      let report = ErrorReport(failure, parameterAdvice: Self.parameterAdvice)
      try interpreter.notes.write(report.lines)
      code = .failure
      return !keepsGoing
    }
  }

  /// The advice on how to give values to parameters in a shell.
  static let parameterAdvice = "Give each parameter a value with '.param NAME=VALUE'."
}
