import PostgreSQL
import TypedSQL

/// A sender of the rows of an `INSERT` in a pipeline, which it owns meanwhile.
///
/// Each row is sent when it comes, so that only a few hundred are in memory.
final class PipelinedRows: RowSink {
  private var pipeline: PostgresPipeline?
  private let onResult: PostgresPipeline.Receiver?
  private var plan: RowPlan?

  init(_ pipeline: consuming PostgresPipeline, _ onResult: PostgresPipeline.Receiver?) {
    self.pipeline = consume pipeline
    self.onResult = onResult
  }

  func beginStatement() { plan = nil }

  func begin(_ plan: RowPlan) { self.plan = plan }

  func write(_ row: [QueryBinding]) throws {
    guard let plan else { return }
    try pipeline?.send(plan.text, row, onResult)
  }

  /// Returns the pipeline to its owner; then no further rows can be sent.
  func takePipeline() -> PostgresPipeline {
    guard let taken = pipeline.take() else {
      preconditionFailure("The pipeline was returned before")
    }
    return taken
  }
}
