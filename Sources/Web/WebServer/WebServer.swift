import Foundation
import Synchronization

/// A web server for pages on this machine: HTTP/1.1, on libmicrohttpd.
///
/// ```swift
/// let server = WebServer(routes: [
///   StaticFile(path: "/", text: page).route,
///   .get("/api/tables") { _ in .json(try await tables()) },
/// ])
/// let address = try server.start()
/// print("http://\(address)/#token=\(server.token)")
/// ```
///
/// It listens only on this machine, and answers only requests that satisfy the rules of
/// ``RequestGuard``. Handlers run as tasks, never on the server's own thread; each is cancelled
/// when its client leaves, when its time is over, and when the server stops.
///
/// State: whether it runs, and its exchanges, guarded by a mutex.
package final class WebServer: Sendable {
  /// The settings of a server: where it listens, and what it allows.
  package struct Settings: Sendable {
    /// The address to listen on; an address other than this machine's own admits other machines.
    package var address = "127.0.0.1"
    /// The port; 0 lets the system choose one.
    package var port: UInt16 = 0
    /// Whether the system chooses another port if this one cannot be listened on.
    package var acceptsOtherPort = false
    /// Whether routes that ask for it need a token.
    package var needsToken = true
    /// The maximum number of connected clients.
    package var connectionLimit = 256
    /// The maximum number of responses that are lasting streams.
    package var streamLimit = 32
    /// The interval at which it checks whether clients of suspended requests have left, and whether
    /// time limits have passed.
    package var watchInterval = Duration.milliseconds(200)
    /// The number of seconds after which an idle connection is closed.
    package var idleLimit = 60
    /// The time that clients have to receive the last answers when the server stops.
    package var farewell = Duration.seconds(1)
    package var securityHeaders = SecurityHeaders()
    /// The secret that requests need; a different one for each run of the program.
    package var token = AccessToken()
    /// The cookie that routes with the access `session` require.
    package var session: SessionCookie?
    /// Returns the page that shows an error in a browser; other clients get JSON.
    package var errorPage: (@Sendable (_ status: Int, _ message: String) -> WebResponse)?

    package init() {}
  }

  private struct State {
    var daemon: Daemon?
    var judge: RequestGuard?
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var streamCount = 0
    var watch: Task<Void, Never>?
    var isStopping = false
  }

  package let settings: Settings
  /// The secret for this run of the program.
  package var token: AccessToken { settings.token }
  private let routes: RouteTable
  private let state = Mutex(State())

  package init(_ settings: Settings = Settings(), routes: [Route]) {
    self.settings = settings
    self.routes = RouteTable(routes: routes)
  }

  /// Starts the server.
  ///
  /// - Returns: Its address, such as `127.0.0.1:41233`.
  /// - Throws: ``WebServerError`` if the library is not available, or the address cannot be
  ///   listened on.
  package func start() throws(WebServerError) -> String {
    try WebLibrary.require()
    let daemon = try startedDaemon()
    let judge = RequestGuard(
      port: daemon.port,
      addresses: [settings.address],
      token: settings.needsToken ? token : nil,
      session: settings.session,
      routes: routes
    )
    state.withLock { state in
      state.daemon = daemon
      state.judge = judge
      state.watch = Task { [weak self, interval = settings.watchInterval] in
        while !Task.isCancelled {
          try? await Task.sleep(for: interval)
          self?.watch()
        }
      }
    }
    let name = settings.address.contains(":") ? "[\(settings.address)]" : settings.address
    return "\(name):\(daemon.port)"
  }

  private func startedDaemon() throws(WebServerError) -> Daemon {
    do { return try Daemon(settings, for: self) } catch {
      guard settings.acceptsOtherPort, error.code == .cannotListen else { throw error }
      var other = settings
      other.port = 0
      // If the address has no port at all, the error is that of the wanted one.
      guard let daemon = try? Daemon(other, for: self) else { throw error }
      return daemon
    }
  }

  /// Stops the server: accepts no more requests, ends those in progress, and waits until their
  /// tasks have ended.
  ///
  /// Each stream that a handler has returned has ended, too, even if no client ever got it.
  ///
  /// A server is started once; after its end it does nothing.
  package func stop() async {
    let (daemon, exchanges, watch) = state.withLock { state in
      state.isStopping = true
      defer { state.daemon = nil }
      return (state.daemon, Array(state.exchanges.values), state.watch)
    }
    guard let daemon else { return }
    watch?.cancel()
    for exchange in exchanges { exchange.stop() }
    await untilAnswered()
    daemon.stop()
    // From now on, no task begins: until then, a response of a handler may have become a stream.
    for exchange in exchanges { await exchange.untilTasksEnd() }
    await watch?.value
  }

  /// Gives the clients time to receive the last answers.
  private func untilAnswered() async {
    let end = ContinuousClock.now + settings.farewell
    while exchangeCount > 0, ContinuousClock.now < end {
      // The task that stops the server may be cancelled, in which case sleeping returns
      // immediately.
      await Task.yield()
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}

// MARK: - For the daemon

extension WebServer {
  /// Returns an exchange for a request whose headers have arrived; `nil` while the server starts or
  /// stops.
  func begin(_ connection: ConnectionReference, _ head: RequestHead) -> Exchange? {
    state.withLock { state in
      guard let judge = state.judge, !state.isStopping else { return nil }
      let exchange = Exchange(connection, head, judge.judge(head), errorPage: settings.errorPage) {
        [weak self] begins in self?.countStream(begins) ?? false
      }
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return exchange
    }
  }

  /// Removes an exchange that the library no longer uses.
  func end(_ exchange: Exchange) {
    exchange.complete()
    state.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  private func countStream(_ begins: Bool) -> Bool {
    state.withLock { state in
      if begins, state.streamCount >= settings.streamLimit { return false }
      state.streamCount += begins ? 1 : -1
      return true
    }
  }

  private func watch() {
    let exchanges = state.withLock { Array($0.exchanges.values) }
    let now = ContinuousClock.now
    for exchange in exchanges { exchange.watch(now: now) }
  }

  /// The number of requests in progress, for tests.
  package var exchangeCount: Int { state.withLock { $0.exchanges.count } }
}
