extension PostgresChangeStream {
  /// The publications and timeouts of a change stream.
  public struct Settings: Sendable {
    /// The publications of the tables whose changes are reported; they must exist.
    public var publications = ["livesql"]
    /// The maximum time to wait for open transactions that have written, before a slot can be
    /// created.
    public var openTimeout = Duration.seconds(30)
    /// The wait for such transactions after which a message names their sessions.
    public var waitNoticeDelay = Duration.seconds(2)
    /// The maximum silence of the server after a reply was requested.
    ///
    /// Beyond it the stream counts as lost, since a network may fail silently.
    public var silenceLimit = Duration.seconds(60)
    /// The delay before a lost stream is opened again for the first time; it doubles each time.
    public var firstRetry = Duration.milliseconds(50)
    /// The maximum delay.
    public var longestRetry = Duration.seconds(5)

    /// Creates settings.
    public init() {}
  }
}
