public import DatabaseTypes
import LiveEngine
import SQLiteDatabase
import Synchronization

extension ValueObservation {
  /// Returns the same observation, which also reports its events to closures.
  ///
  /// ```swift
  /// let observed = observation.handleEvents(
  ///   willFetch: { print("fetching") },
  ///   didFail: { print($0) }
  /// )
  /// ```
  ///
  /// The closures run on the thread of the event and must be quick: `willFetch` and
  /// `databaseDidChange` run on the thread that fetches for all live queries. Rows that could be
  /// patched are fetched again instead, so that there is a fetch to report.
  ///
  /// - Parameters:
  ///   - willStart: Called when an observation starts.
  ///   - willFetch: Called when the value is about to be fetched.
  ///   - willTrackRegion: Called when the value was fetched and the region that it read is new or
  ///     has changed.
  ///   - databaseDidChange: Called when a commit touched that region, before the value is fetched
  ///     again.
  ///   - didReceiveValue: Called when a value is delivered, after the operators applied before this
  ///     one; not for duplicates that such an operator removes.
  ///   - didFail: Called when the fetch failed, which ends the observation.
  ///   - didCancel: Called when the observation was cancelled or released.
  ///   - didCancel: Called when the observation was cancelled or released.
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

  /// Returns the same observation, which also prints its events.
  ///
  /// ```swift
  /// let cancellable = observation.print("players").start(in: database) { … } onChange: { … }
  /// // players: start
  /// // players: fetch
  /// // players: tracked region: player(id, name)
  /// // players: value: ["Ana"]
  /// ```
  ///
  /// It prints values, which may be private, so use it only for debugging.
  ///
  /// - Parameters:
  ///   - prefix: The text at the start of each line.
  ///   - stream: The stream to write to; standard output by default.
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

/// A reporter of the fetches of one observation run.
///
/// State: the region read last, guarded by one mutex.
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

  /// Returns a request that does the same, and reports its fetches.
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

/// A printer of lines that several threads may use.
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
