import Foundation
import ShoppingListsModel
import Terminal

/// Runs the program.
///
/// - Returns: The exit code: 0, 1 for an error, 2 for an invalid command line.
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
    // Closing checkpoints the write-ahead log; if that fails, the next process that opens the file
    // does it.
    defer { try? database.close() }
    let program = ShoppingProgram(
      database: database,
      output: output,
      palette: Palette(
        .auto,
        isTerminal: output.terminalSize != nil,
        environment: ProcessInfo.processInfo.environment
      ),
      events: processEvents,
      notes: FileDescriptorDestination.standardError
    )
    try await program.run(arguments.command)
    return 0
  } catch let problem as UsageProblem {
    report("\(problem.message). See 'ShoppingLists --help'.")
    return 2
  } catch OutputFailure.closed {
    return 0
  } catch {
    report("\(error)")
    return 1
  }
}

private func report(_ text: String) {
  // If standard error is closed too, the message is lost.
  try? FileDescriptorDestination.standardError.write(Array("ShoppingLists: \(text)\n".utf8))
}

exit(await runProcess())
