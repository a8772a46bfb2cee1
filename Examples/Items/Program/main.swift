import Foundation
import ItemsModel
import Terminal

/// Runs the command line of this process.
///
/// - Returns: The exit code: 0; 1 for a failure; 2 for an error in the command line; 128 + n for
///   signal n.
@MainActor
func runProcess() async -> Int32 {
  ignoreBrokenPipes()
  do {
    switch try ItemsArguments(Array(CommandLine.arguments.dropFirst())) {
    case .help:
      try FileDescriptorDestination.standardOutput.write(Array(helpText.utf8))
      return 0
    case .edit(let path, let keyFile): return try await edit(path, keyFile)
    }
  } catch let problem as UsageProblem {
    report("\(problem.message). See 'Items --help'.")
    return 2
  } catch OutputFailure.closed {
    return 0
  } catch {
    report("\(error)")
    return 1
  }
}

@MainActor
private func edit(_ path: String?, _ keyFile: KeyFile?) async throws -> Int32 {
  guard let terminal = ItemsTerminal() else {
    report("this program fills a terminal: run it in one, without redirecting its input or output.")
    return 1
  }
  let database = try AppDatabase(
    path: path ?? AppDatabase.defaultPath(),
    passphrase: keyFile?.passphrase()
  )
  // Moves the latest writes into the file itself; if that fails, the next process to open it will.
  defer { try? database.close() }
  let program = ItemsProgram(
    model: ItemListModel(database: database),
    terminal: terminal,
    events: processEvents
  )
  switch try await program.run() {
  case .quit: return 0
  case .signal(let number): return 128 + number
  }
}

private func report(_ text: String) {
  // If standard error is closed as well, nobody can be told.
  try? FileDescriptorDestination.standardError.write(Array("Items: \(text)\n".utf8))
}

exit(await runProcess())
