/// Counts of what was tried and judged.
struct FuzzCounts: Sendable, CustomStringConvertible {
  /// The transactions of all authors.
  var transactions = 0
  /// The number of times that all live queries of a database object were judged.
  var moments = 0
  /// The results that were compared with those of their queries.
  var comparisons = 0
  /// The compared results that were errors, as expected.
  var errors = 0

  mutating func add(_ other: FuzzCounts) {
    transactions += other.transactions
    moments += other.moments
    comparisons += other.comparisons
    errors += other.errors
  }

  var description: String {
    "\(transactions) transactions, \(moments) moments judged, \(comparisons) results compared, \(errors) of them errors"
  }
}
