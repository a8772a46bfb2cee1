import Foundation
import Studio
import TestSockets

/// The time from a request to the first rows of a million.
struct FirstRows: Question {
  let name = "first-rows"

  func ask(_ file: BigFile) async throws -> [Figure]? {
    try await file.withStudio { _, text in
      let address = try StudioAddress(text)
      var times: [Double] = []
      for round in 0..<40 {
        times.append(try Self.time(address, sort: round.isMultiple(of: 2) ? nil : "title"))
      }
      return [
        Figure(name: "First rows of 1,000,000, p50", value: times.median, bar: 50, unit: "ms"),
        Figure(
          name: "First rows of 1,000,000, p95",
          value: times.percentile(0.95),
          bar: 50,
          unit: "ms"
        ),
      ]
    }
  }

  static func time(_ address: StudioAddress, sort: String?, from first: Int = 0) throws -> Double {
    var tab = try RawTab(port: address.port, token: address.token)
    defer { tab.close() }
    let begin = DispatchTime.now().uptimeNanoseconds
    try tab.subscribe(sort: sort, from: first)
    while let text = tab.read() { if text.contains("\"rows\":[{") { break } }
    return Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6
  }
}

/// The time from a request to the rows at a random position, in an order that no index gives.
struct FarRows: Question {
  let name = "far-rows"

  func ask(_ file: BigFile) async throws -> [Figure]? {
    try await file.withStudio { _, text in
      let address = try StudioAddress(text)
      func time() throws -> Double {
        let first = Int.random(in: 10_000..<990_000)
        return try FirstRows.time(address, sort: "amount", from: first)
      }
      let once = try time()
      let times = try (0..<20).map { _ in try time() }
      return [
        Figure(
          name: "Any rows of 1,000,000 without an index, once",
          value: once,
          bar: 2_000,
          unit: "ms"
        ),
        Figure(name: "Any rows without an index, p50", value: times.median, bar: 300, unit: "ms"),
      ]
    }
  }
}

/// The time from another process's commit to the event that the server sends.
struct ServerPart: Question {
  let name = "server-part"

  func ask(_ file: BigFile) async throws -> [Figure]? {
    try await file.withStudio { _, text in
      let address = try StudioAddress(text)
      let tab = try RawTab(port: address.port, token: address.token)
      try tab.subscribe()
      let arrivals = Arrivals()
      Thread.detachNewThread { arrivals.read(tab) }
      let commits = try await Writer.commits(file, count: 300, perSecond: 50)
      try await Task.sleep(for: .milliseconds(300))
      tab.close()
      let times = arrivals.all.compactMap { number, arrival in
        commits[number].map { Double(Int64(arrival) - Int64($0.monotonic)) / 1e6 }
      }
      return [
        Figure(
          name: "Another process's commit to the event, p50",
          value: times.median,
          bar: 2,
          unit: "ms"
        )
      ]
    }
  }
}

/// The times at which the change of each commit arrived.
///
/// State: the times, guarded by a lock; one thread writes them.
final class Arrivals: @unchecked Sendable {
  // 1. All access to `times` is under the lock.
  private let lock = NSLock()
  private var times: [Int: UInt64] = [:]

  var all: [Int: UInt64] { lock.withLock { times } }

  func read(_ tab: RawTab) {
    var tab = tab
    while let text = tab.read() {
      let now = DispatchTime.now().uptimeNanoseconds
      for match in text.matches(of: /"n(\d+)"/) {
        if let number = Int(match.1) { lock.withLock { times[number] = times[number] ?? now } }
      }
    }
  }
}

/// The processor time that 100 clients of one table take at 200 commits a second.
struct ManyClients: Question {
  let name = "many-clients"

  func ask(_ file: BigFile) async throws -> [Figure]? {
    try await file.withStudio { _, text in
      let (clients, input) = try Clients.opened(100, try StudioAddress(text))
      let (begin, used) = (DispatchTime.now().uptimeNanoseconds, Self.processorTime)
      _ = try await Writer.commits(file, count: 2_000, perSecond: 200)
      let wall = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e9
      let share = (Self.processorTime - used) / wall
      try input.fileHandleForWriting.close()
      clients.waitUntilExit()
      return [
        Figure(name: "100 clients at 200 commits a second", value: share, bar: 1, unit: "cores")
      ]
    }
  }

  /// The processor time that this process has used, in seconds.
  static var processorTime: Double {
    Double(clock()) / Double(CLOCKS_PER_SEC)
  }
}

/// The memory of an idle client.
struct IdleClient: Question {
  let name = "idle-client"

  func ask(_ file: BigFile) async throws -> [Figure]? {
    try await file.withStudio { _, text in
      let address = try StudioAddress(text)
      // The first clients fill the caches of SQLite's connections, which later ones share.
      let (first, firstInput) = try Clients.opened(200, address)
      try firstInput.fileHandleForWriting.close()
      first.waitUntilExit()
      try await Task.sleep(for: .seconds(1))
      let before = Self.residentBytes
      let (clients, input) = try Clients.opened(200, address)
      try await Task.sleep(for: .seconds(1))
      let bytes = Double(Self.residentBytes - before) / 200
      try input.fileHandleForWriting.close()
      clients.waitUntilExit()
      return [Figure(name: "Memory of an idle client", value: bytes / 1_024, bar: 50, unit: "KiB")]
    }
  }

  /// The resident memory of this process. https://man7.org/linux/man-pages/man5/proc.5.html
  ///
  /// It is without the memory that was freed and is kept for later: clients that were closed would
  /// hide what new ones need, and the work of opening them would be counted as theirs.
  static var residentBytes: Int {
    if let address = unsafe dlsym(nil, "malloc_trim") {
      typealias Trim = @convention(c) (Int) -> CInt
      _ = unsafe unsafeBitCast(address, to: Trim.self)(0)
    }
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4_096
  }
}
