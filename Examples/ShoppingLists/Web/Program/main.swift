import Foundation
import ShoppingListsModel
import Terminal
import WebServer

/// Runs the program.
///
/// - Returns: The exit code: 0 after Ctrl-C, 1 for an error, 2 for an invalid command line, 128 + n
///   for another signal n.
func runProcess() async -> Int32 {
  ignoreBrokenPipes()
  do {
    switch try WebArguments(Array(CommandLine.arguments.dropFirst())) {
    case .help:
      try FileDescriptorDestination.standardOutput.write(Array(helpText.utf8))
      return 0
    case .serve(let options): return try await serve(options)
    }
  } catch let problem as UsageProblem {
    report("\(problem.message). See 'ShoppingListsWeb --help'.")
    return 2
  } catch OutputFailure.closed {
    return 0
  } catch {
    report("\(error)")
    return 1
  }
}

private func serve(_ options: WebArguments.Options) async throws -> Int32 {
  let events = processEvents()
  let defaultPath = try ShoppingDatabase.defaultPath()
  let database = try ShoppingDatabase(at: options.database ?? defaultPath)
  // Closing checkpoints the write-ahead log; if that fails, the next process to open the file does
  // it.
  defer { try? database.close() }
  let folder = URL(filePath: defaultPath).deletingLastPathComponent()
  var settings = ShoppingSite.Settings()
  settings.key = KeyFile(url: folder.appending(path: "ShoppingListsWeb.key")).key()
  settings.report = { report("\($0)") }
  settings.port = options.port ?? 8417
  settings.acceptsOtherPort = options.port == nil
  let site = ShoppingSite(database: database, settings: settings)
  let address = try site.start()
  try FileDescriptorDestination.standardOutput.write(Array("\(address)\nCtrl-C ends it.\n".utf8))
  let environment = ProcessInfo.processInfo.environment
  let page =
    options.opensBrowser
    ? BrowserPage(address, title: "Shopping lists", environment: environment) : nil
  page?.open()
  let code = await end(of: events)
  page?.remove()
  await site.stop()
  return code
}

/// Waits until a signal asks the program to end, and returns the exit code.
private func end(of events: AsyncStream<ProcessEvent>) async -> Int32 {
  for await event in events {
    if case .termination(let number) = event { return number == 2 ? 0 : 128 + number }
  }
  return 0
}

private func report(_ text: String) {
  // If standard error is closed too, the message is lost.
  try? FileDescriptorDestination.standardError.write(Array("ShoppingListsWeb: \(text)\n".utf8))
}

exit(await runProcess())
