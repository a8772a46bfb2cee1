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
/// It listens on this machine alone, and answers only those who keep the rules of ``RequestGuard``. Handlers run as tasks,
/// never on the server's own thread; each is cancelled when its client leaves, when its time is over, and when the server
/// stops.
///
/// State: whether it runs, and its exchanges, guarded by a mutex.
package final class WebServer: Sendable {
  /// How a server listens, and what it allows.
  package struct Settings: Sendable {
    /// The address to listen on: another than this machine's own lets others in.
    package var address = "127.0.0.1"
    /// The port; 0 has the system choose one.
    package var port: UInt16 = 0
    /// Whether routes that ask for it need a token.
    package var needsToken = true
    /// How many clients may be connected.
    package var connectionLimit = 256
    /// How many responses may be streams that last.
    package var streamLimit = 32
    /// How often it looks whether clients of suspended requests have left, and whether time is over.
    package var watchInterval = Duration.milliseconds(200)
    /// After how many seconds a connection is closed on which nothing happens.
    package var idleLimit = 60
    package var securityHeaders = SecurityHeaders()

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
  package let token = AccessToken()
  private let routes: RouteTable
  private let state = Mutex(State())

  package init(_ settings: Settings = Settings(), routes: [Route]) {
    self.settings = settings
    self.routes = RouteTable(routes: routes)
  }

  /// Starts it.
  ///
  /// - Returns: Its address, such as `127.0.0.1:41233`.
  /// - Throws: ``WebServerError`` where the library is not there, or the address cannot be listened on.
  package func start() throws(WebServerError) -> String {
    try WebLibrary.require()
    let daemon = try Daemon(settings, for: self)
    let judge = RequestGuard(
      port: daemon.port,
      addresses: [settings.address],
      token: settings.needsToken ? token : nil,
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

  /// Stops it: takes no more requests, ends those under way, and waits until their tasks have ended.
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
    let tasks = exchanges.compactMap { $0.stop() }
    await untilAnswered()
    daemon.stop()
    for task in tasks { await task.value }
    await watch?.value
  }

  /// Gives the clients a second to take the last answers.
  private func untilAnswered() async {
    let end = ContinuousClock.now + .seconds(1)
    while exchangeCount > 0, ContinuousClock.now < end {
      // Who stops it may be cancelled, and then does not sleep.
      await Task.yield()
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}

// MARK: - For the daemon

extension WebServer {
  /// An exchange for a request whose headers are there; `nil` while the server starts or stops.
  func begin(_ connection: ConnectionReference, _ head: RequestHead) -> Exchange? {
    state.withLock { state in
      guard let judge = state.judge, !state.isStopping else { return nil }
      let exchange = Exchange(connection, head, judge.judge(head)) { [weak self] begins in
        self?.countStream(begins) ?? false
      }
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return exchange
    }
  }

  /// Forgets an exchange with which the library has done.
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

  /// How many requests are under way, for tests.
  package var exchangeCount: Int { state.withLock { $0.exchanges.count } }
}
