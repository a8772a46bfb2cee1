/// The columns of a result: their names and origins.
///
/// All rows of a result share one layout.
public final class RowLayout: Sendable {
  /// The names of the columns, in order.
  public let columnNames: [String]
  /// The table column that each result column shows; `nil` for an expression.
  public let origins: [ColumnOrigin?]
  /// The reasons why some values of a row literal could not be stored, by column index.
  package let failures: [Int: ConversionFailure]
  /// Whether each column is a point in time, as text that SQLite's date functions read.
  ///
  /// It depends on the column's type, and is empty on SQLite.
  package let areTimestamps: [Bool]
  /// Whether the database has decimal numbers, so that records may read them; SQLite has none.
  package let hasDecimals: Bool
  /// Whether each column has a decimal type of the database; empty if none has.
  package let areDecimals: [Bool]
  private let indexes: [ByteText: Int]
  /// The indexes by names in lower case; empty if all names are ASCII.
  private let indexesIgnoringCase: [ByteText: Int]
  /// Whether all column names differ.
  private let areNamesDifferent: Bool

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - columnNames: The names, which may contain duplicates.
  ///   - origins: The origins of the columns, as far as the database reports them.
  public convenience init(columnNames: [String], origins: [ColumnOrigin?] = []) {
    self.init(columnNames: columnNames, origins: origins, failures: [:])
  }

  package init(
    columnNames: [String],
    origins: [ColumnOrigin?] = [],
    failures: [Int: ConversionFailure] = [:],
    areTimestamps: [Bool] = [],
    hasDecimals: Bool = true,
    areDecimals: [Bool] = []
  ) {
    self.failures = failures
    self.hasDecimals = hasDecimals
    self.areDecimals = areDecimals
    self.areTimestamps = areTimestamps
    self.columnNames = columnNames
    self.origins =
      origins.count == columnNames.count
      ? origins : [ColumnOrigin?](repeating: nil, count: columnNames.count)
    var indexes: [ByteText: Int] = [:]
    for (index, name) in columnNames.enumerated() {
      let folded = ByteText.foldingASCII(name)
      let first = indexes[folded] ?? index
      indexes[folded] = first
      // Also as it is written, so that most lookups need not fold the name.
      indexes[ByteText(name)] = first
    }
    self.indexes = indexes
    indexesIgnoringCase = Self.indexesIgnoringCase(of: columnNames)
    areNamesDifferent =
      Set(columnNames.map { ByteText.foldingASCII($0) }).count == columnNames.count
  }

  private static func indexesIgnoringCase(of names: [String]) -> [ByteText: Int] {
    guard names.contains(where: { !isASCII($0) }) else { return [:] }
    let pairs = names.enumerated().map { (ByteText($1.lowercased()), $0) }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func isASCII(_ name: String) -> Bool { name.utf8.allSatisfy { $0 < 0x80 } }

  /// Returns the layout without a number of last columns.
  package func dropLast(_ count: Int) -> RowLayout {
    RowLayout(
      columnNames: columnNames.dropLast(count),
      origins: origins.dropLast(count),
      failures: failures.filter { $0.key < columnNames.count - count },
      areTimestamps: Array(areTimestamps.prefix(columnNames.count - count)),
      hasDecimals: hasDecimals,
      areDecimals: Array(areDecimals.prefix(columnNames.count - count))
    )
  }

  /// Returns the index of the first column with a name, ignoring the case of ASCII letters, as SQL
  /// does; if there is none, ignoring the case of all letters.
  public func index(ofColumn name: String) -> Int? {
    if let index = index(ofExactColumn: name) { return index }
    // A name of ASCII letters was found already.
    guard !indexesIgnoringCase.isEmpty, !Self.isASCII(name) else { return nil }
    return indexesIgnoringCase[ByteText(name.lowercased())]
  }

  /// Returns the index of the first column whose name is the same in SQL, which ignores the case of
  /// ASCII letters only.
  package func index(ofExactColumn name: String) -> Int? {
    indexes[ByteText(name)] ?? indexes[ByteText.foldingASCII(name)]
  }

  /// Returns the index of the first column with a name, expecting names in column order.
  ///
  /// This is faster for readers that decode row after row.
  ///
  /// - Parameters:
  ///   - name: The name; its case is ignored.
  ///   - next: The column that is likely to match; on return, the column after the found one.
  package func index(ofColumn name: String, expecting next: inout Int) -> Int? {
    var index: Int?
    if areNamesDifferent, next < columnNames.count, hasSameBytes(columnNames[next], name) {
      index = next
    } else {
      index = self.index(ofColumn: name)
    }
    guard let index else { return nil }
    next = index &+ 1 == columnNames.count ? 0 : index &+ 1
    return index
  }
}

/// The column of a table that a column of a result shows.
public struct ColumnOrigin: Sendable, Hashable {
  /// The table.
  public let table: TableName
  /// The column's name in the table.
  public let column: String

  /// Creates an origin.
  public init(table: TableName, column: String) {
    self.table = table
    self.column = column
  }
}
