public import LiveEngine
public import SQLiteDatabase

extension DatabaseWriter {
  /// What the live queries of this database have done, in the order in which they came.
  ///
  /// - Complexity: By the number of live queries; it waits for nobody who reads.
  public var liveQueryStatistics: [LiveQueryStatistics] {
    LiveQueryEngine.engine(of: self).statistics
  }
}
