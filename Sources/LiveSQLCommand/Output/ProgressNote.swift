import Synchronization

/// Draws a progress bar as a task tells how far it is.
///
/// State: the bar, guarded by a mutex, since a task may tell from another thread.
final class ProgressNote: Sendable {
  private let bar: Mutex<ProgressBar>
  private let notes: Output
  private let start = ContinuousClock.now

  /// Makes a bar on the output for notes, which is standard error: standard output is for the result.
  init(title: String, unit: String, on notes: Output) {
    self.notes = notes
    bar = Mutex(
      ProgressBar(
        title: title,
        unit: unit,
        terminalWidth: notes.destination.terminalSize?.columns,
        palette: notes.palette
      )
    )
  }

  /// Draws what is new.
  func update(completed: Int, total: Int) throws(OutputFailure) {
    let time = ContinuousClock.now - start
    try notes.write(bar.withLock { $0.update(completed: completed, total: total, at: time) })
  }

  /// Leaves the bar's line for what comes next.
  func end() throws(OutputFailure) { try notes.write(bar.withLock { $0.end() }) }
}
