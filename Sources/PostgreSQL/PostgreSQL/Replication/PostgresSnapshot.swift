/// The set of transactions that a reader sees.
///
/// The server writes it as `xmin:xmax:list`, with 64-bit numbers.
/// https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT
public struct PostgresSnapshot: Sendable, Hashable {
  /// The oldest transaction that was running; all earlier ones are visible or rolled back.
  public let xmin: UInt64
  /// One more than the latest transaction that had ended; later ones are not visible.
  public let xmax: UInt64
  /// The transactions between `xmin` and `xmax` that were running, in ascending order.
  public let running: [UInt64]

  /// Parses the text of `pg_current_snapshot()`; `nil` if the text is not valid.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let xmin = UInt64(parts[0]), let xmax = UInt64(parts[1]), xmin <= xmax
    else { return nil }
    var running: [UInt64] = []
    if !parts[2].isEmpty {
      for part in parts[2].split(separator: ",", omittingEmptySubsequences: false) {
        guard let xid = UInt64(part), xid >= xmin, xid < xmax else { return nil }
        running.append(xid)
      }
    }
    self.xmin = xmin
    self.xmax = xmax
    self.running = running.sorted()
  }

  /// Returns whether a transaction is visible, if it has committed.
  ///
  /// - Complexity: O(log *n*) for *n* running transactions.
  public func sees(_ xid: UInt64) -> Bool {
    xid < xmin || (xid < xmax && !isRunning(xid))
  }

  /// Returns whether a transaction of the change stream is visible.
  public func sees(_ xid: UInt32) -> Bool { sees(full(xid)) }

  /// Extends the 32-bit number of a transaction, as in the change stream, to 64 bits.
  ///
  /// It chooses the number nearest to this snapshot, because transactions of the stream are close
  /// to it.
  public func full(_ xid: UInt32) -> UInt64 {
    let distance = Int64(Int32(bitPattern: xid &- UInt32(truncatingIfNeeded: xmax)))
    return UInt64(bitPattern: Int64(bitPattern: xmax) &+ distance)
  }

  private func isRunning(_ xid: UInt64) -> Bool {
    var (low, high) = (0, running.count)
    while low < high {
      let middle = (low + high) / 2
      if running[middle] < xid { low = middle + 1 } else { high = middle }
    }
    return low < running.count && running[low] == xid
  }
}
