import Foundation
public import PostgreSQL
import Synchronization
import TestSockets

/// A proxy between a test and its server, which simulates network conditions.
///
/// ```swift
/// let network = try PostgresTestProxy(to: server)
/// let connection = try PostgresConnection(network.configuration())
/// network.cut()
/// ```
///
/// It runs in this process, on its own Unix socket, until ``close()`` is called or the object is
/// released.
///
/// State: the network conditions, guarded by a mutex. Each connection has a thread.
public final class PostgresTestProxy: Sendable {
  /// The behaviour of the network.
  public enum NetworkConditions: Sendable, Hashable {
    /// Bytes are forwarded.
    case fair
    /// Bytes are forwarded one by one.
    case bytewise
    /// Each chunk is forwarded after a delay in milliseconds.
    case slow(Int)
    /// Nothing is forwarded; everything is kept until the conditions change.
    case stalled
    /// Everything is dropped; a connection that has lost bytes never recovers.
    case blackHole
    /// New connections are refused; existing ones stay.
    case closed
  }

  private struct State {
    var conditions = NetworkConditions.fair
    /// The current generation; connections of earlier ones are cut.
    var generation = 0
    /// The number of bytes from the server to forward before everything is cut or stalled.
    var budget: (count: Int, stalls: Bool)?
    var isClosed = false
    var swallowed = 0
  }

  /// The folder of the socket.
  public let folder: String
  private let target: String
  private let base: PostgresConfiguration
  private let state = Mutex(State())
  private let listener: LocalSocket

  /// Creates a proxy for a server.
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

  /// Returns a configuration for connecting through the proxy, with the usual time limit.
  public func configuration(database: String = "postgres") -> PostgresConfiguration {
    var configuration = base
    configuration.connectTimeout = PostgresConfiguration().connectTimeout
    configuration.options["host"] = folder
    configuration.options["dbname"] = database
    return configuration
  }

  /// The current network conditions.
  public var conditions: NetworkConditions {
    get { state.withLock { $0.conditions } }
    set {
      state.withLock { state in
        // A client that was accepted and then disconnected would not try another host.
        let (from, to) = newValue == .closed ? (path, hiddenPath) : (hiddenPath, path)
        try? FileManager.default.moveItem(atPath: from, toPath: to)
        state.conditions = newValue
      }
    }
  }

  /// The number of bytes that a black hole has dropped.
  public var swallowedCount: Int { state.withLock { $0.swallowed } }

  /// Cuts all connections.
  public func cut() { state.withLock { $0.generation += 1 } }

  /// Cuts all connections once the server has sent a number of further bytes.
  ///
  /// The cut is likely in the middle of a message.
  public func cut(after count: Int) { state.withLock { $0.budget = (count, false) } }

  /// Stalls all connections once the server has sent a number of further bytes.
  ///
  /// The conditions then are ``NetworkConditions/stalled``.
  public func stall(after count: Int) { state.withLock { $0.budget = (count, true) } }

  /// Cuts all connections, and refuses further ones.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      state.generation += 1
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func admit(_ client: LocalSocket) {
    let (conditions, generation) = state.withLock { ($0.conditions, $0.generation) }
    guard conditions != .closed, let server = LocalSocket.connected(to: target) else {
      return client.close()
    }
    Thread { [self] in
      carry(client, server, generation)
      client.close()
      server.close()
    }.start()
  }

  /// Forwards bytes until one side ends, or the connection is cut.
  private func carry(_ client: LocalSocket, _ server: LocalSocket, _ generation: Int) {
    var isLost = false
    while state.withLock({ $0.generation }) == generation {
      if conditions == .stalled {
        Thread.sleep(forTimeInterval: 0.002)
        continue
      }
      let ready = LocalSocket.readable([client, server], within: 5)
      for (index, source) in [client, server].enumerated() where ready[index] {
        if conditions == .stalled { break }
        let bytes = source.read()
        if bytes.isEmpty { return }
        if isLost || conditions == .blackHole {
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

  /// Returns the bytes to forward, and whether they are the last.
  private func afford(_ bytes: [UInt8]) -> (passed: [UInt8], isCut: Bool) {
    state.withLock { state in
      guard let budget = state.budget else { return (bytes, false) }
      if bytes.count < budget.count {
        state.budget?.count -= bytes.count
        return (bytes, false)
      }
      state.budget = nil
      if budget.stalls {
        state.conditions = .stalled
        return (bytes, false)
      }
      state.generation += 1
      return (Array(bytes.prefix(budget.count)), true)
    }
  }

  private func pass(_ bytes: [UInt8], to sink: LocalSocket) -> Bool {
    switch conditions {
    case .bytewise: return bytes.allSatisfy { sink.write(CollectionOfOne($0)) }
    case .slow(let milliseconds):
      Thread.sleep(forTimeInterval: Double(milliseconds) / 1_000)
      return sink.write(bytes)
    case .fair, .stalled, .blackHole, .closed: return sink.write(bytes)
    }
  }
}
