import DatabaseTypes

/// The columns of a result that belong to the keys of a type.
///
/// A type usually asks for the same keys in the same order for each row. Then a key is found by
/// comparing it with the key that came next the last time.
struct DecodingOrder {
  private struct Step {
    let key: String
    /// The index of the column; `nil` if there is no such column.
    let index: Int?
  }

  let record: any FetchableRecord.Type
  let layout: RowLayout
  /// The columns by key; `nil` if the keys are the names of the columns.
  private let indexes: [String: Int]?
  private var steps: [Step] = []
  /// The position of the next expected key.
  var position = 0
  /// For each column, the way to read a type that does not convert itself.
  var readings: [ColumnConversion?]

  init(_ record: any FetchableRecord.Type, _ layout: RowLayout) {
    self.record = record
    self.layout = layout
    indexes = record.databaseColumnDecodingStrategy.indexes(of: layout)
    readings = [ColumnConversion?](repeating: nil, count: layout.columnNames.count)
  }

  /// Returns the index of a key's column.
  @inline(__always)
  mutating func index(of key: String) -> Int? {
    let next = position
    if next < steps.count, steps[next].key == key {
      position = next &+ 1
      return steps[next].index
    }
    return find(key)
  }

  @inline(never)
  private mutating func find(_ key: String) -> Int? {
    if let known = steps.firstIndex(where: { $0.key == key }) {
      position = known + 1
      return steps[known].index
    }
    let index = indexes.map { $0[key] } ?? layout.index(ofColumn: key)
    steps.append(Step(key: key, index: index))
    position = steps.count
    return index
  }

  /// The keys of all columns.
  var keys: [String] { indexes.map { Array($0.keys) } ?? layout.columnNames }

  /// Returns the column name of a key.
  func columnName(of key: String) -> String {
    if case .convertFromSnakeCase = record.databaseColumnDecodingStrategy { return snakeCase(key) }
    return key
  }
}

extension DatabaseColumnDecodingStrategy {
  /// Returns the columns of a result by key; `nil` if the keys are the names of the columns.
  fileprivate func indexes(of layout: RowLayout) -> [String: Int]? {
    switch self {
    case .useDefaultKeys: nil
    case .convertFromSnakeCase: Self.indexes(of: layout, key: camelCase)
    case .custom(let key): Self.indexes(of: layout) { key($0).stringValue }
    }
  }

  private static func indexes(of layout: RowLayout, key: (String) -> String) -> [String: Int] {
    Dictionary(
      layout.columnNames.enumerated().map { (key($1), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
