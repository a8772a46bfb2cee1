public import DatabaseTypes

/// Which columns of a result identify its rows.
///
/// A row of the new result continues the row of the old one with the same key: if other columns differ it was
/// updated. Rows need not have different keys: those with equal ones are told apart by which occurrence of the
/// key they are, the first, the second and so on.
public enum ResultKey: Sendable, Hashable {
  /// The columns with these indexes. None at all means that a row is identified by its place.
  case columns([Int])
  /// All columns: a row with another value is another row, so that none is ever updated.
  case wholeRow
}

extension ResultKey {
  /// Chooses the key that a result's own columns give.
  ///
  /// It consists of the columns that show the primary key of a table, for each table whose whole primary key is
  /// in the result. For `SELECT orders.id, total, customers.name FROM orders JOIN customers …` that is
  /// `orders.id`. If there is no such table, it is the whole row.
  ///
  /// The choice is good rather than proven: a join may repeat such a key, which is what occurrences are for.
  ///
  /// - Parameters:
  ///   - layout: The columns with their origins.
  ///   - primaryKeys: The names of the primary-key columns of the origins' tables. Tables without a primary key
  ///     have none, or are left out.
  public init(choosingFrom layout: RowLayout, primaryKeys: [TableName: [String]]) {
    let origins = layout.origins.compactMap(\.self)
    let wholeKeys = primaryKeys.filter { table, names in
      names.allSatisfy { name in
        origins.contains { $0.table == table && isSameIdentifier($0.column, name) }
      }
    }
    let columns = layout.origins.indices.filter { index in
      guard let origin = layout.origins[index] else { return false }
      return wholeKeys[origin.table]?.contains { isSameIdentifier($0, origin.column) } == true
    }
    self = columns.isEmpty ? .wholeRow : .columns(columns)
  }

  /// The columns with these names.
  ///
  /// - Throws: ``ResultKeyFailure`` for a name that the result does not have.
  public init(columnsNamed names: [String], of layout: RowLayout) throws(ResultKeyFailure) {
    var columns: [Int] = []
    for name in names {
      guard let index = layout.index(ofColumn: name) else {
        throw ResultKeyFailure(missingColumn: name, columnNames: layout.columnNames)
      }
      columns.append(index)
    }
    self = .columns(columns)
  }

  /// The key of a row, as the first of its kind.
  ///
  /// A column that the row lacks, as after a change of the schema, counts as NULL.
  public func key(of row: Row) -> ElementKey {
    switch self {
    case .wholeRow: ElementKey(row.values)
    case .columns(let columns) where columns.count == 1: ElementKey(row.valueOrNull(at: columns[0]))
    case .columns(let columns): ElementKey(columns.map(row.valueOrNull(at:)))
    }
  }

  /// The keys of all rows, each different from the others.
  public func keys(of rows: [Row]) -> [ElementKey] {
    var occurrences: [ElementKey: Int] = Dictionary(minimumCapacity: rows.count)
    return rows.map { row in
      let key = key(of: row)
      let occurrence = occurrences[key, default: 0]
      occurrences[key] = occurrence + 1
      return key.withOccurrence(occurrence)
    }
  }
}

extension Row {
  fileprivate func valueOrNull(at index: Int) -> DatabaseValue {
    values.indices.contains(index) ? values[index] : .null
  }
}

/// A key was to be made of a column that the result does not have.
public struct ResultKeyFailure: Error, Sendable, Hashable {
  /// The name that was asked for.
  public let missingColumn: String
  /// The names of the result's columns.
  public let columnNames: [String]
}

extension ResultKeyFailure: _DescribedError {
  /// Which column is missing, and which there are.
  public var description: String {
    "The result has no column \(missingColumn) to be its key. Its columns are "
      + columnNames.joined(separator: ", ") + "."
  }
}
