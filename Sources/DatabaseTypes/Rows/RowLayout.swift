/// The columns of a result: their names, and where they come from.
///
/// All rows of a result share one layout.
public final class RowLayout: Sendable {
  /// The names of the columns, in their order.
  public let columnNames: [String]
  /// For each column the table's column that it shows; `nil` for an expression.
  public let origins: [ColumnOrigin?]
  /// Why the values of some columns could not be stored, by index: of rows that are written as literals.
  package let failures: [Int: ConversionFailure]
  /// Which columns have moments by their type, as text that SQLite's date functions read; none on SQLite.
  package let moments: [Bool]
  private let indexes: [String: Int]
  /// Whether no two columns have one name.
  private let areNamesDifferent: Bool

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - columnNames: The names, which need not differ.
  ///   - origins: Where the columns come from, as far as the database tells.
  public convenience init(columnNames: [String], origins: [ColumnOrigin?] = []) {
    self.init(columnNames: columnNames, origins: origins, failures: [:])
  }

  package init(
    columnNames: [String],
    origins: [ColumnOrigin?] = [],
    failures: [Int: ConversionFailure] = [:],
    moments: [Bool] = []
  ) {
    self.failures = failures
    self.moments = moments
    self.columnNames = columnNames
    self.origins =
      origins.count == columnNames.count
      ? origins : [ColumnOrigin?](repeating: nil, count: columnNames.count)
    var indexes: [String: Int] = [:]
    for (index, name) in columnNames.enumerated() {
      let lowercased = name.lowercased()
      let first = indexes[lowercased] ?? index
      indexes[lowercased] = first
      // As it is written too, so that most look-ups need not make lower case.
      indexes[name] = first
    }
    self.indexes = indexes
    areNamesDifferent = Set(columnNames.map { $0.lowercased() }).count == columnNames.count
  }

  /// The index of the first column with a name, whatever the case of its letters.
  public func index(ofColumn name: String) -> Int? {
    indexes[name] ?? indexes[name.lowercased()]
  }

  /// The index of the first column with a name, for whoever reads row after row, mostly in the order of the columns.
  ///
  /// - Parameters:
  ///   - name: The name, whatever the case of its letters.
  ///   - next: The column that is likely to be looked for; afterwards the one that follows what was found.
  package func index(ofColumn name: String, expecting next: inout Int) -> Int? {
    var index: Int?
    if areNamesDifferent, next < columnNames.count, columnNames[next] == name {
      index = next
    } else {
      index = self.index(ofColumn: name)
    }
    guard let index else { return nil }
    next = index &+ 1 == columnNames.count ? 0 : index &+ 1
    return index
  }
}

/// The table's column that a column of a result shows.
public struct ColumnOrigin: Sendable, Hashable {
  /// The table.
  public let table: TableName
  /// The column's name in the table.
  public let column: String

  /// Makes an origin.
  public init(table: TableName, column: String) {
    self.table = table
    self.column = column
  }
}
