/// A reason why a live query is not read in a snapshot that other live queries are read in.
///
/// Somebody else has locked a table that it reads, for example to change its columns.
package enum LiveObstacle: Sendable {
  /// The query is read as soon as the table is free.
  case waits
  /// The table has been locked for too long: the query has this error.
  case fails(any Error)

  /// Whether the query is to be read later.
  var isToWaitFor: Bool { if case .waits = self { true } else { false } }

  /// The interval at which the engine looks whether a table is free, if nothing else is to be read.
  static let interval = Duration.milliseconds(5)
}
