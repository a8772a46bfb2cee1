import DatabaseTypes

/// Which columns of a result have the keys of a type.
///
/// A type asks for the same keys in the same order for each row: where it does, a key is found by comparing it with the
/// one that came next the last time.
struct DecodingScript {
  private struct Step {
    let key: String
    /// `nil` where there is no such column.
    let index: Int?
  }

  let record: any FetchableRecord.Type
  let layout: RowLayout
  /// The columns by their keys, where those are not the names of the columns.
  private let indexes: [String: Int]?
  private var steps: [Step] = []
  /// Where in the order the next key is expected.
  var position = 0
  /// How values are read that do not convert themselves, by the column.
  var readings: [ColumnReading?]

  init(_ record: any FetchableRecord.Type, _ layout: RowLayout) {
    self.record = record
    self.layout = layout
    indexes = record.databaseColumnDecodingStrategy.indexes(of: layout)
    readings = [ColumnReading?](repeating: nil, count: layout.columnNames.count)
  }

  /// The index of a key's column.
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

  /// The name of the column that a key would have.
  func columnName(of key: String) -> String {
    if case .convertFromSnakeCase = record.databaseColumnDecodingStrategy { return snakeCase(key) }
    return key
  }
}

extension DatabaseColumnDecodingStrategy {
  /// The columns of a result by their keys; `nil` where keys are the names of columns.
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
