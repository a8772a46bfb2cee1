public import LiveEngine
public import SQLiteDatabase

extension DatabaseWriter {
  /// Statistics of the live queries of this database, in the order in which they were started.
  ///
  /// - Complexity: Linear in the number of live queries; it does not wait for readers.
  public var liveQueryStatistics: [LiveQueryStatistics] {
    LiveQueryEngine.engine(of: self).statistics
  }
}
