public import DatabaseTypes

extension DatabaseRegionObservation {
  /// Observes a region: `DatabaseRegionObservation(tracking: .fullDatabase)`.
  public init(tracking region: Region) { self.init(tracking: [region]) }
}
