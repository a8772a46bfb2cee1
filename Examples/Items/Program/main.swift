import Foundation
import ItemsModel
import LiveSQLCommand

/// Runs the command line of this process.
///
/// - Returns: The code to exit with: 0, 1 for what failed, 2 for a command line that is not understood, 128 + n for signal n.
@MainActor
func runProcess() async -> Int32 {
  ignoreBrokenPipes()
  do {
    switch try ItemsArguments(Array(CommandLine.arguments.dropFirst())) {
    case .help:
      try FileDescriptorDestination.standardOutput.write(Array(helpText.utf8))
      return 0
    case .edit(let path): return try await edit(path)
    }
  } catch let problem as UsageProblem {
    tell("\(problem.message). See 'Items --help'.")
    return 2
  } catch OutputFailure.closed {
    return 0
  } catch {
    tell("\(error)")
    return 1
  }
}

@MainActor
private func edit(_ path: String?) async throws -> Int32 {
  guard let terminal = Terminal() else {
    tell("this program fills a terminal: run it in one, without redirecting its input or output.")
    return 1
  }
  let database = try AppDatabase(path: path ?? AppDatabase.defaultPath())
  // Puts what was written into the file itself; if that cannot be, the next one to open it does.
  defer { try? database.close() }
  let program = ItemsProgram(model: ItemListModel(database: database), terminal: terminal)
  switch try await program.run() {
  case .quit: return 0
  case .signal(let number): return 128 + number
  }
}

private func tell(_ text: String) {
  // If standard error is closed too, there is no one left to tell.
  try? FileDescriptorDestination.standardError.write(Array("Items: \(text)\n".utf8))
}

exit(await runProcess())
