package import DatabaseTypes

extension Database {
  /// Runs a closure, and tells which tables and columns its statements read, also where it throws.
  ///
  /// It may be nested: the outer recording has what the inner one has.
  package func recordingReads<Output>(
    _ body: () throws -> Output
  ) -> (result: Result<Output, any Error>, region: Region) {
    let (outer, isNested) = (recordedReads, isRecordingReads)
    recordedReads = Region()
    isRecordingReads = true
    let result = Result { try body() }
    let region = recordedReads
    recordedReads = isNested ? outer.union(region) : Region()
    isRecordingReads = isNested
    return (result, region)
  }

  /// Runs a closure whose statements are the library's own, and no part of what anybody else's read.
  func unrecorded<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    recorder.start()
    defer { _ = recorder.finish() }
    try body()
  }

  /// Adds what a statement reads, which is about to run or was compiled again.
  func noteReads(of statement: PreparedStatement) {
    recordedReads.formUnion(statement.access.reads)
  }
}
