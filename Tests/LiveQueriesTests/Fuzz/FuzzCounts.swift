/// How much was tried and judged.
struct FuzzCounts: Sendable, CustomStringConvertible {
  /// Transactions of all authors.
  var transactions = 0
  /// How often all live queries of a database object were judged.
  var moments = 0
  /// Results that were compared with what their queries gave.
  var comparisons = 0
  /// Those of them that were errors, as they should be.
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
