import Synchronization

/// A progress bar that is drawn as a task reports its progress.
///
/// State: the bar, guarded by a mutex, since a task may report from another thread.
package final class ProgressNote: Sendable {
  private let bar: Mutex<ProgressBar>
  private let notes: Output
  private let start = ContinuousClock.now

  /// Creates a bar on the output for notes, which is standard error; results go to standard output.
  package init(title: String, unit: String, on notes: Output) {
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

  /// Draws the bar if it has changed.
  package func update(completed: Int, total: Int) throws(OutputFailure) {
    let time = ContinuousClock.now - start
    try notes.write(bar.withLock { $0.update(completed: completed, total: total, at: time) })
  }

  /// Moves past the bar's line.
  package func end() throws(OutputFailure) { try notes.write(bar.withLock { $0.end() }) }
}
