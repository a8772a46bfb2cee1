import DatabaseTypes
import SQLiteTools

/// A printer of comma-separated values, as ``CSVRowWriter`` writes them: a line of names, then a
/// line per row.
struct CSVResultPrinter: ResultPrinter {
  private let columns: [String]
  private let writer = CSVRowWriter()

  init(columns: [String]) { self.columns = columns }

  mutating func begin(to text: inout String) { writer.append(names: columns, to: &text) }

  mutating func add(_ values: [DatabaseValue], to text: inout String) {
    writer.append(values, to: &text)
  }

  mutating func end(hasMore: Bool, to text: inout String) {}
}
