import TestSockets
import Testing

/// A tab of a browser: its stream of events, and its requests.
struct TabClient: Sendable {
  private let client: HTTPClient
  private let events: StudioEvents

  init(_ client: HTTPClient) async throws {
    self.client = client
    events = try await StudioEvents(client)
  }

  /// Opens a stream of events, runs a closure with it, and closes it.
  static func run(_ client: HTTPClient, _ body: (TabClient) async throws -> Void) async throws {
    let tab = try await TabClient(client)
    do { try await body(tab) } catch {
      tab.close()
      throw error
    }
    tab.close()
  }

  var id: String { events.tab }

  func close() { events.close() }

  /// Subscribes; `body` is the members of the object besides the name.
  @discardableResult
  func subscribe(_ kind: String, _ name: String, _ body: String = "") async throws -> HTTPAnswer {
    let members = body.isEmpty ? "" : ",\(body)"
    return try await client.ask(
      "POST /api/tabs/\(id)/\(kind)",
      body: "{\"subscription\":\"\(name)\"\(members)}"
    )
  }

  /// The next event that fits; others are passed over.
  func next(_ fits: (StudioEvent) -> Bool = { _ in true }) async throws -> StudioEvent {
    try await events.next(fits)
  }
}
