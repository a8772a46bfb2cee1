public import DatabaseTypes

extension Database {
  /// Runs a closure, and returns the tables and columns that its statements read, even if it
  /// throws.
  ///
  /// It may be nested: the outer recording includes the inner one.
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

  /// Runs a closure that counts as reading a region, regardless of its statements.
  package func reading<Output>(as region: Region, _ body: () throws -> Output) rethrows -> Output {
    let outer = recordedReads
    defer { recordedReads = isRecordingReads ? outer.union(region) : Region() }
    return try body()
  }

  /// Makes live queries whose closure is running observe an additional region.
  ///
  /// Use it for reads that the library does not see, such as those of other code through the C
  /// interface, or of a function that SQL calls.
  ///
  /// ```swift
  /// let observation = ValueObservation.tracking { db in
  ///   try db.registerAccess(to: Region(table: "feed"))
  ///   return try readFeed(db)
  /// }
  /// ```
  ///
  /// - Parameter region: A request or a region.
  /// - Throws: The error of determining the region.
  public func registerAccess(to region: some DatabaseRegionConvertible) throws {
    guard isRecordingReads else { return }
    recordedReads.formUnion(try region.databaseRegion(self))
  }

  /// Runs a closure with internal statements, which do not count as reads of anyone.
  func unrecorded<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    recorder.start()
    tracer.ownCount += 1
    defer {
      _ = recorder.finish()
      tracer.ownCount -= 1
    }
    try body()
  }

  /// Adds the reads of a statement that is about to run or was recompiled.
  func noteReads(of statement: PreparedStatement) {
    recordedReads.formUnion(statement.region)
  }

  /// Returns the tables and columns that a statement reads.
  ///
  /// - Parameter sql: One statement, which is cached.
  public func region(ofSQL sql: String) throws -> Region {
    try cachedStatement(sql: sql).region
  }
}
