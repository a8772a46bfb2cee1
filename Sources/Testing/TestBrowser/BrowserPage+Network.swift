package import Foundation
import Synchronization
import TestSockets

extension BrowserPage {
  /// Records requests from now on.
  package func recordRequests() async throws { try await send("Network.enable") }

  /// The method and address of each recorded request.
  package var requests: [String] { state.withLock { $0.requests } }

  /// Disconnects the page from the network, or reconnects it.
  package func setOffline(_ isOffline: Bool) async throws {
    try await send("Network.enable")
    try await send(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(isOffline), "latency": 0, "downloadThroughput": -1,
        "uploadThroughput": -1,
      ]
    )
  }

  /// Runs a closure that makes the browser save a file, and waits until the file is complete.
  ///
  /// - Returns: The file's content.
  package func download(_ action: () async throws -> Void) async throws -> Data {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("livesql-download-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await pipe.send(
      "Browser.setDownloadBehavior",
      [
        "behavior": "allow", "browserContextId": context, "downloadPath": .string(folder.path),
        "eventsEnabled": true,
      ]
    )
    try await action()
    let end = ContinuousClock.now + .seconds(Self.patience)
    while ContinuousClock.now < end {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      if let name = names.first, !name.hasSuffix(".crdownload") {
        return try Data(contentsOf: folder.appendingPathComponent(name))
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw BrowserError("The browser has saved no file.")
  }
}
