public import DatabaseTypes

extension DatabaseRegionObservation {
  /// Creates an observation of a region: `DatabaseRegionObservation(tracking: .fullDatabase)`.
  public init(tracking region: Region) { self.init(tracking: [region]) }
}
