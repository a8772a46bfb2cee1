import Terminal

/// The progress of a copy between a file and PostgreSQL, in rows.
struct CopyProgress {
  private let note: ProgressNote?
  private let total: Int
  private var count = 0

  init(total: Int, note: ProgressNote?) { (self.total, self.note) = (total, note) }

  /// Counts a row, and shows the progress now and then.
  mutating func addRow() throws(OutputFailure) {
    count += 1
    guard count.isMultiple(of: 256) || count == total else { return }
    try note?.update(completed: count, total: total)
  }
}
