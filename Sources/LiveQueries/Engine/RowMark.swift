import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase

/// What is kept of a row of a typed result, by which it is found again in the next one.
///
/// The digest stands for the values: 128 bits by a secret of the process, so that two rows that differ have one digest
/// once in 10³⁸ times. With it, elements need not be `Equatable` to be compared.
struct RowMark: Sendable, Hashable {
  let key: ElementKey
  let digest: RowDigest
}

/// A hash of a row's values.
struct RowDigest: Sendable, Hashable {
  let high: Int64
  let low: Int64

  init(_ statement: PreparedStatement) {
    var first = Hasher()
    statement.hashCurrentRow(into: &first)
    var second = first
    second.combine(UInt8.max)
    high = Int64(first.finalize())
    low = Int64(second.finalize())
  }
}

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
    let digest = RowDigest(statement)
    switch key {
    case .wholeRow:
      marks.append(
        RowMark(key: ElementKey([.integer(digest.high), .integer(digest.low)]), digest: digest)
      )
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

/// An element with its mark, which stands for it where elements are compared.
struct MarkedElement<Element: Sendable>: Sendable, Equatable {
  let element: Element
  let mark: RowMark

  static func == (left: Self, right: Self) -> Bool { left.mark == right.mark }

  /// Whether no column identifies it.
  var hasWholeRowKey: Bool {
    mark.key == ElementKey([.integer(mark.digest.high), .integer(mark.digest.low)])
  }
}

extension Difference {
  /// The difference between two typed results.
  ///
  /// Where whole rows are keys and both results have at most one row, another row is an update in place.
  static func between(_ old: LiveReading<[Element]>?, _ new: LiveReading<[Element]>) -> Self {
    let (oldRows, newRows) = (old?.marked() ?? [], new.marked())
    if oldRows.count <= 1, newRows.count <= 1, newRows.first?.hasWholeRowKey != false {
      return Difference<MarkedElement<Element>>.between(oldRows, newRows) { _ in true }
        .map(\.element)
    }
    return Difference<MarkedElement<Element>>.between(oldRows, newRows) { $0.mark.key }
      .map(\.element)
  }
}

extension LiveReading {
  /// The elements with their marks.
  func marked<Element>() -> [MarkedElement<Element>] where Value == [Element] {
    guard let marks, marks.count == value.count else { return [] }
    return zip(value, marks).map { MarkedElement(element: $0, mark: $1) }
  }
}
