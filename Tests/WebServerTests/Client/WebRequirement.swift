import Testing
import WebServer

extension Trait where Self == ConditionTrait {
  /// The test runs where libmicrohttpd is installed, and says so where it is not.
  static var requiresWebServer: Self {
    .enabled(if: WebLibrary.isAvailable, "\(WebLibrary.advice ?? "")")
  }
}

/// Runs a test against a server, which is stopped afterwards.
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
  do { try await body(server, HTTPClient(port: port, token: server.token)) } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}
