import Foundation
public import PostgreSQL
import Synchronization
import TestSockets

/// A network between a test and its server, which does what networks do.
///
/// ```swift
/// let network = try PostgresTestProxy(to: server)
/// let connection = try PostgresConnection(network.configuration())
/// network.cut()
/// ```
///
/// It is in this process, on a Unix socket of its own; it ends with ``close()``, and when the object goes.
///
/// State: how the network is, guarded by a mutex. Each connection has a thread.
public final class PostgresTestProxy: Sendable {
  /// What the network does with bytes.
  public enum Weather: Sendable, Hashable {
    /// It carries them.
    case fair
    /// It carries them one by one.
    case bytewise
    /// It carries what comes at once after so many milliseconds.
    case slow(Int)
    /// It carries nothing, and keeps all until the weather is another.
    case stalled
    /// It takes all and carries nothing; a connection of which something was taken stays so for ever.
    case blackHole
    /// It lets nobody connect; connections that are there stay.
    case closed
  }

  private struct State {
    var weather = Weather.fair
    /// Connections of an earlier number are cut.
    var generation = 0
    /// How many bytes of the server come through before all is cut.
    var budget: Int?
    var isClosed = false
    var swallowed = 0
  }

  /// The folder of its socket.
  public let folder: String
  private let target: String
  private let base: PostgresConfiguration
  private let state = Mutex(State())
  private let listener: LocalSocket

  /// Makes a network to a server.
  public init(to server: PostgresTestServer) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "livesql-net-" + UUID().uuidString.prefix(8)).path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    target = server.folder + "/.s.PGSQL.5432"
    base = server.configuration()
    guard let listener = LocalSocket.listening(at: folder + "/.s.PGSQL.5432") else {
      throw PostgresTestServer.Unavailable(description: "There is no socket for a proxy.")
    }
    self.listener = listener
    Thread { [weak self, listener] in
      while let isClosed = self?.state.withLock({ $0.isClosed }), !isClosed {
        guard let client = listener.accepted(within: 20) else { continue }
        guard let self else { return client.close() }
        admit(client)
      }
      listener.close()
    }.start()
  }

  deinit { close() }

  private var path: String { folder + "/.s.PGSQL.5432" }
  private var hiddenPath: String { folder + "/hidden" }

  /// How to connect through it.
  public func configuration(database: String = "postgres") -> PostgresConfiguration {
    var configuration = base
    configuration.options["host"] = folder
    configuration.options["dbname"] = database
    return configuration
  }

  /// How the network is from now on.
  public var weather: Weather {
    get { state.withLock { $0.weather } }
    set {
      state.withLock { state in
        // A client that was let in and sent away would look for no other host.
        let (from, to) = newValue == .closed ? (path, hiddenPath) : (hiddenPath, path)
        try? FileManager.default.moveItem(atPath: from, toPath: to)
        state.weather = newValue
      }
    }
  }

  /// How many bytes a black hole has taken.
  public var swallowedCount: Int { state.withLock { $0.swallowed } }

  /// Cuts all connections.
  public func cut() { state.withLock { $0.generation += 1 } }

  /// Cuts all connections once the server has sent so many bytes more: likely in the midst of a message.
  public func cut(after count: Int) { state.withLock { $0.budget = count } }

  /// Cuts all connections, and lets nobody connect any more.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      state.generation += 1
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func admit(_ client: LocalSocket) {
    let (weather, generation) = state.withLock { ($0.weather, $0.generation) }
    guard weather != .closed, let server = LocalSocket.connected(to: target) else {
      return client.close()
    }
    Thread { [self] in
      carry(client, server, generation)
      client.close()
      server.close()
    }.start()
  }

  /// Carries bytes until a side ends, or the connection is cut.
  private func carry(_ client: LocalSocket, _ server: LocalSocket, _ generation: Int) {
    var isLost = false
    while state.withLock({ $0.generation }) == generation {
      if weather == .stalled {
        Thread.sleep(forTimeInterval: 0.002)
        continue
      }
      let ready = LocalSocket.readable([client, server], within: 5)
      for (index, source) in [client, server].enumerated() where ready[index] {
        if weather == .stalled { break }
        let bytes = source.read()
        if bytes.isEmpty { return }
        if isLost || weather == .blackHole {
          isLost = true
          state.withLock { $0.swallowed += bytes.count }
          continue
        }
        let isFromServer = index == 1
        let (passed, isCut) = isFromServer ? afford(bytes) : (bytes, false)
        guard pass(passed, to: isFromServer ? client : server), !isCut else { return }
      }
    }
  }

  /// What of some bytes comes through, and whether that was the last.
  private func afford(_ bytes: [UInt8]) -> (passed: [UInt8], isCut: Bool) {
    state.withLock { state in
      guard let budget = state.budget else { return (bytes, false) }
      if bytes.count < budget {
        state.budget = budget - bytes.count
        return (bytes, false)
      }
      state.budget = nil
      state.generation += 1
      return (Array(bytes.prefix(budget)), true)
    }
  }

  private func pass(_ bytes: [UInt8], to sink: LocalSocket) -> Bool {
    switch weather {
    case .bytewise: return bytes.allSatisfy { sink.write(CollectionOfOne($0)) }
    case .slow(let milliseconds):
      Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
      return sink.write(bytes)
    case .fair, .stalled, .blackHole, .closed: return sink.write(bytes)
    }
  }
}
