public import DatabaseTypes
import LiveEngine
import SQLiteDatabase
import Synchronization

extension ValueObservation {
  /// The same observation, which tells closures what goes on in it.
  ///
  /// ```swift
  /// let observed = observation.handleEvents(willFetch: { print("fetching") }, didFail: { print($0) })
  /// ```
  ///
  /// They run on whatever thread it happens, and have to be quick: `willFetch` and `databaseDidChange` on the one that
  /// fetches for all live queries. Rows that would be patched are fetched again instead, so that there is something to tell.
  ///
  /// - Parameters:
  ///   - willStart: Somebody begins to observe.
  ///   - willFetch: The value is about to be fetched.
  ///   - willTrackRegion: The value was fetched, and what it read is not what it read before.
  ///   - databaseDidChange: A commit touched what was read, so that the value is fetched again.
  ///   - didReceiveValue: A value is told to who observes, after operators that come before this one; not a duplicate that an
  ///     operator leaves out.
  ///   - didFail: The fetch failed, so that the observation ends.
  ///   - didCancel: The observation was cancelled or let go.
  public func handleEvents(
    willStart: (@Sendable () -> Void)? = nil,
    willFetch: (@Sendable () -> Void)? = nil,
    willTrackRegion: (@Sendable (Region) -> Void)? = nil,
    databaseDidChange: (@Sendable () -> Void)? = nil,
    didReceiveValue: (@Sendable (Value) -> Void)? = nil,
    didFail: (@Sendable (any Error) -> Void)? = nil,
    didCancel: (@Sendable () -> Void)? = nil
  ) -> ValueObservation {
    var handlers = handlers
    if let willStart { handlers.willStart.append(willStart) }
    if let didReceiveValue { handlers.didReceive.append { didReceiveValue($0.value) } }
    if let didFail { handlers.didFail.append(didFail) }
    if let didCancel { handlers.didCancel.append(didCancel) }
    guard willFetch != nil || willTrackRegion != nil || databaseDidChange != nil else {
      return ValueObservation(handlers: handlers, makeRequest: makeRequest)
    }
    let makeBase = makeRequest
    return ValueObservation(handlers: handlers) {
      let fetches = ObservedFetches(
        willFetch: willFetch,
        willTrackRegion: willTrackRegion,
        databaseDidChange: databaseDidChange
      )
      return fetches.request(makeBase())
    }
  }

  /// The same observation, which prints what goes on in it.
  ///
  /// ```swift
  /// let cancellable = observation.print("players").start(in: database) { … } onChange: { … }
  /// // players: start
  /// // players: fetch
  /// // players: tracked region: player(id, name)
  /// // players: value: ["Ana"]
  /// ```
  ///
  /// It prints values, which may be private: for the search for mistakes only.
  ///
  /// - Parameters:
  ///   - prefix: What each line begins with.
  ///   - stream: Where to write; standard output unless given.
  public func print(
    _ prefix: String = "",
    to stream: sending (any TextOutputStream)? = nil
  ) -> ValueObservation {
    let lines = PrintedLines(prefix.isEmpty ? "" : "\(prefix): ", stream)
    return handleEvents(
      willStart: { lines.print("start") },
      willFetch: { lines.print("fetch") },
      willTrackRegion: { lines.print("tracked region: \($0)") },
      databaseDidChange: { lines.print("database did change") },
      didReceiveValue: { lines.print("value: \($0)") },
      didFail: { lines.print("failure: \($0)") },
      didCancel: { lines.print("cancel") }
    )
  }
}

/// Tells of the fetches of one run of an observation.
///
/// State: what was read last, guarded by one mutex.
private final class ObservedFetches: Sendable {
  private let willFetch: (@Sendable () -> Void)?
  private let willTrackRegion: (@Sendable (Region) -> Void)?
  private let databaseDidChange: (@Sendable () -> Void)?
  private let state = Mutex((hasFetched: false, region: Region?.none))

  init(
    willFetch: (@Sendable () -> Void)?,
    willTrackRegion: (@Sendable (Region) -> Void)?,
    databaseDidChange: (@Sendable () -> Void)?
  ) {
    self.willFetch = willFetch
    self.willTrackRegion = willTrackRegion
    self.databaseDidChange = databaseDidChange
  }

  /// A request that does the same, and tells.
  func request<Value: Sendable>(
    _ base: LiveRequest<Value, Database>
  ) -> LiveRequest<Value, Database> {
    LiveRequest(
      identity: nil,
      region: base.region.map { region in
        { db in
          let region = try region(db)
          self.track(region)
          return region
        }
      },
      read: { db in try self.fetching(db, isRecorded: base.region == nil) { try base.read(db) } },
      isSame: base.isSame
    )
  }

  private func fetching<Output>(
    _ db: Database,
    isRecorded: Bool,
    _ fetch: () throws -> Output
  ) throws -> Output {
    let isAgain = state.withLock { state in
      defer { state.hasFetched = true }
      return state.hasFetched
    }
    if isAgain { databaseDidChange?() }
    willFetch?()
    guard isRecorded, willTrackRegion != nil else { return try fetch() }
    let (result, region) = db.recordingReads(fetch)
    let output = try result.get()
    track(region)
    return output
  }

  private func track(_ region: Region) {
    let isNew = state.withLock { state in
      defer { state.region = region }
      return state.region != region
    }
    if isNew { willTrackRegion?(region) }
  }
}

/// Lines that several threads print.
private final class PrintedLines: Sendable {
  private struct Stream {
    var stream: (any TextOutputStream)?
  }

  private let prefix: String
  private let stream: Mutex<Stream>

  init(_ prefix: String, _ stream: sending (any TextOutputStream)?) {
    self.prefix = prefix
    self.stream = Mutex(Stream(stream: stream))
  }

  func print(_ text: String) {
    let line = prefix + text
    let isPrinted = stream.withLock { stream in
      stream.stream?.write(line + "\n")
      return stream.stream != nil
    }
    if !isPrinted { Swift.print(line) }
  }
}
