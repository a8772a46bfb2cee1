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

  /// Runs a closure that counts as reading a region, whatever its statements read.
  package func reading<Output>(as region: Region, _ body: () throws -> Output) rethrows -> Output {
    let outer = recordedReads
    defer { recordedReads = isRecordingReads ? outer.union(region) : Region() }
    return try body()
  }

  /// Has live queries whose closure runs now count as reading a region too.
  ///
  /// For what no statement of this library tells: what other code reads through the C interface, or a function that SQL
  /// calls.
  ///
  /// ```swift
  /// let observation = ValueObservation.tracking { db in
  ///   try db.registerAccess(to: Region(table: "feed"))
  ///   return try readFeed(db)
  /// }
  /// ```
  ///
  /// - Parameter region: A request, or a region.
  /// - Throws: What makes the region.
  public func registerAccess(to region: some DatabaseRegionConvertible) throws {
    guard isRecordingReads else { return }
    recordedReads.formUnion(try region.databaseRegion(self))
  }

  /// Runs a closure whose statements are the library's own, and no part of what anybody else's read.
  func unrecorded<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    recorder.start()
    tracer.ownCount += 1
    defer {
      _ = recorder.finish()
      tracer.ownCount -= 1
    }
    try body()
  }

  /// Adds what a statement reads, which is about to run or was compiled again.
  func noteReads(of statement: PreparedStatement) {
    recordedReads.formUnion(statement.access.reads)
  }
}
