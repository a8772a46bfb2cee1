import TestSockets
import Testing
import WebServer

extension Trait where Self == ConditionTrait {
  /// Runs the test only if libmicrohttpd is installed, and otherwise skips it with a note.
  static var requiresWebServer: Self {
    .enabled(if: WebLibrary.isAvailable, "\(WebLibrary.advice ?? "")")
  }
}

/// Runs a test against a server, and stops the server afterwards.
func withServer(
  _ routes: [Route],
  _ change: (inout WebServer.Settings) -> Void = { _ in },
  _ body: (WebServer, HTTPClient) async throws -> Void
) async throws {
  var settings = WebServer.Settings()
  settings.watchInterval = .milliseconds(20)
  change(&settings)
  let server = WebServer(settings, routes: routes)
  let address = try server.start()
  let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
  do { try await body(server, HTTPClient(port: port, token: server.token.description)) } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}
