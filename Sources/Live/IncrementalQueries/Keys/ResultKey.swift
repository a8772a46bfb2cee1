public import DatabaseTypes

/// The columns of a result that identify its rows.
///
/// A row of the new result continues the row of the old one with the same key: if other columns
/// differ, it was updated. Keys need not be unique: rows with equal keys are distinguished by their
/// occurrence, the first, the second and so on.
public enum ResultKey: Sendable, Hashable {
  /// The columns with these indexes. If there are none, a row is identified by its place.
  case columns([Int])
  /// All columns: a row with another value is another row, so no row is ever updated.
  case wholeRow
}

extension ResultKey {
  /// Chooses a key from a result's own columns.
  ///
  /// The key consists of the columns that show the primary key of a table, for each table whose
  /// whole primary key is in the result. For
  /// `SELECT orders.id, total, customers.name FROM orders JOIN customers …` that is `orders.id`. If
  /// there is no such table, the key is the whole row.
  ///
  /// The choice is a heuristic: a join may repeat such a key, which is what occurrences are for.
  ///
  /// - Parameters:
  ///   - layout: The columns with their origins.
  ///   - primaryKeys: The names of the primary-key columns of the origins' tables. Tables without a
  ///     primary key have no names, or are left out.
  package init(choosingFrom layout: RowLayout, primaryKeys: [TableName: [String]]) {
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

  /// Chooses the columns with given names.
  ///
  /// - Throws: ``ResultKeyFailure`` for a name that the result does not have.
  package init(columnsNamed names: [String], of layout: RowLayout) throws(ResultKeyFailure) {
    var columns: [Int] = []
    for name in names {
      guard let index = layout.index(ofColumn: name) else {
        throw ResultKeyFailure(missingColumn: name, columnNames: layout.columnNames)
      }
      columns.append(index)
    }
    self = .columns(columns)
  }

  /// Returns the key of a row, as its first occurrence.
  ///
  /// A column that the row lacks, as after a change of the schema, counts as NULL.
  public func key(of row: Row) -> ElementKey {
    switch self {
    case .wholeRow: ElementKey(row.values)
    case .columns(let columns) where columns.count == 1: ElementKey(row.valueOrNull(at: columns[0]))
    case .columns(let columns): ElementKey(columns.map(row.valueOrNull(at:)))
    }
  }

  /// Returns the keys of all rows, made unique by their occurrences.
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

/// An error that reports a key column that the result does not have.
public struct ResultKeyFailure: Error, Sendable, Hashable {
  /// The requested name.
  public let missingColumn: String
  /// The names of the result's columns.
  public let columnNames: [String]
}

extension ResultKeyFailure: _SelfDescribingError {
  /// The missing column, and the columns that exist.
  public var description: String {
    "The result has no column \(missingColumn) to use as a key. Its columns are "
      + columnNames.joined(separator: ", ") + "."
  }
}

extension Difference where Element == Row {
  /// Returns the difference between two results of a query.
  ///
  /// If whole rows are keys and both results have at most one row, as for `SELECT count(*) …`, a
  /// changed row is an update in place and not a removal and an insertion.
  ///
  /// - Complexity: As for any two results; comparing rows that share their values is O(1).
  public static func between(_ old: [Row], _ new: [Row], key: ResultKey) -> Difference {
    switch key {
    case .wholeRow where old.count <= 1 && new.count <= 1: between(old, new) { _ in true }
    case .wholeRow: between(old, new, keyedBy: \.values)
    case .columns: between(old, new, keyedBy: key.key(of:))
    }
  }
}
