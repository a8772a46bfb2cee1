import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase

/// Makes the marks of the rows of one result.
struct RowMarker {
  private var marks: [RowMark] = []
  private var key: ResultKey?
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// The marks of all rows; `nil` where not every row was shown.
  func marks(of rowCount: Int) -> [RowMark]? { marks.count == rowCount ? marks : nil }

  /// Adds the row on which a statement stands.
  mutating func add(_ statement: PreparedStatement) throws {
    let key = try self.key ?? statement.resultKey(in: database)
    self.key = key
    let digest = statement.digest
    switch key {
    case .wholeRow: marks.append(RowMark(key: nil, digest: digest))
    case .columns(let columns):
      let values = try columns.map(statement.currentValue(at:))
      marks.append(RowMark(key: ElementKey(values), digest: digest))
    }
  }
}

extension PreparedStatement {
  /// The columns of its rows that identify them: the primary keys that are among them.
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
  /// A digest of the row on which it stands.
  fileprivate var digest: RowDigest {
    var first = Hasher()
    hashCurrentRow(into: &first)
    var second = first
    second.combine(UInt8.max)
    return RowDigest(high: Int64(first.finalize()), low: Int64(second.finalize()))
  }
}
