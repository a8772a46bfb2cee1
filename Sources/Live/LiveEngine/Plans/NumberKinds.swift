import DatabaseTypes

/// The representations of the numbers in some columns that matter to plans.
///
/// 1 and 1.0 are equal, and so are 0.0 and -0.0. Of equal values, only the database knows which one
/// it shows.
struct NumberKinds: Sendable {
  /// For each column, whether it has integers, and whether it has whole reals.
  private var kinds: [(hasIntegers: Bool, hasWholeReals: Bool)]

  init(columnCount: Int) { kinds = Array(repeating: (false, false), count: columnCount) }

  /// Notes the values of a row.
  ///
  /// - Returns: Whether a column may have equal values with several representations by now.
  mutating func areAmbiguous(with values: some Sequence<DatabaseValue>) -> Bool {
    for (column, value) in values.enumerated() {
      switch value {
      case .integer: kinds[column].hasIntegers = true
      case .real(let real) where real == 0 && real.sign == .minus: return true
      case .real(let real) where real.rounded() == real: kinds[column].hasWholeReals = true
      default: continue
      }
      if kinds[column].hasIntegers, kinds[column].hasWholeReals { return true }
    }
    return false
  }
}
