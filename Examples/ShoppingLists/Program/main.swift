import Foundation
import LiveSQLCommand
import ShoppingListsModel

/// Runs the command line of this process.
///
/// - Returns: The code to exit with: 0, 1 for what failed, 2 for a command line that is not understood.
func runProcess() async -> Int32 {
  ignoreBrokenPipes()
  let output = FileDescriptorDestination.standardOutput
  do {
    let arguments = try ShoppingArguments(Array(CommandLine.arguments.dropFirst()))
    if arguments.command == .help {
      try output.write(Array(helpText.utf8))
      return 0
    }
    let path = try arguments.path ?? ShoppingDatabase.defaultPath()
    let database = try ShoppingDatabase(at: path)
    // Puts what was written into the file itself; if that cannot be, the next one to open it does.
    defer { try? database.close() }
    let program = ShoppingProgram(
      database: database,
      output: output,
      palette: Palette(
        .auto,
        isTerminal: output.terminalSize != nil,
        environment: ProcessInfo.processInfo.environment
      )
    )
    try await program.run(arguments.command)
    return 0
  } catch let problem as UsageProblem {
    tell("\(problem.message). See 'ShoppingLists --help'.")
    return 2
  } catch OutputFailure.closed {
    return 0
  } catch {
    tell("\(error)")
    return 1
  }
}

private func tell(_ text: String) {
  // If standard error is closed too, there is no one left to tell.
  try? FileDescriptorDestination.standardError.write(Array("ShoppingLists: \(text)\n".utf8))
}

exit(await runProcess())
