import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase
import SQLiteQueries

/// A builder for the marks of one result's rows.
struct RowMarker {
  private var marks: [RowMark] = []
  private var key: ResultKey?
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Returns the marks of all rows; `nil` if `add` was not called for every row.
  func marks(of rowCount: Int) -> [RowMark]? { marks.count == rowCount ? marks : nil }

  /// Adds the current row of a statement.
  ///
  /// Its whole content identifies it if its key cannot be read, such as text that is not UTF-8.
  mutating func add(_ statement: PreparedStatement) throws {
    let key = try self.key ?? statement.resultKey(in: database)
    self.key = key
    let digest = statement.digest
    switch key {
    case .wholeRow: marks.append(RowMark(key: nil, digest: digest))
    case .columns(let columns):
      let values = columns.compactMap { try? statement.currentValue(at: $0) }
      let key = values.count == columns.count ? ElementKey(values) : nil
      marks.append(RowMark(key: key, digest: digest))
    }
  }
}

extension PreparedStatement {
  /// Returns the columns that identify the rows: the primary keys that are among the columns.
  func resultKey(in database: Database) throws -> ResultKey {
    let layout = layout
    let tables = Set(layout.origins.compactMap { $0?.table })
    let primaryKeys = try tables.map { ($0, try database.primaryKeyColumns(of: $0)) }
    return ResultKey(
      choosingFrom: layout,
      primaryKeys: Dictionary(primaryKeys) { first, _ in first }
    )
  }
}

extension PreparedStatement {
  /// A digest of the current row.
  fileprivate var digest: RowDigest {
    var first = Hasher()
    hashCurrentRow(into: &first)
    var second = first
    second.combine(UInt8.max)
    return RowDigest(high: Int64(first.finalize()), low: Int64(second.finalize()))
  }
}
