import DatabaseTypes
import SQLite

/// The rows of a table that a transaction touched.
///
/// It is kept from one transaction to the next.
///
/// Its properties are used by one thread at a time and by no two calls at once, so that exclusive access is not
/// checked while the program runs: the checks would cost more than the work.
final class CapturedTable {
  let name: TableName
  /// The name as events have it.
  let nameBytes: PreupdateEvent.NameBytes
  let shape: TableShape?
  /// What somebody wants to know of changes here; `nil` where nobody does.
  let detail: ChangeSource.Detail?
  private let cannotTellRowsApart: Bool
  @exclusivity(unchecked) private(set) var isDirty: Bool
  /// Whether the transaction has touched it.
  @exclusivity(unchecked) var isTouched = false
  /// The columns that statements updated; all of them once a row came or went.
  @exclusivity(unchecked) private(set) var columns = Region.Columns.some([])
  @exclusivity(unchecked) private var notedStatement = 0
  /// The rows in the order in which they were touched: the key and the first old image of each.
  @exclusivity(unchecked) private(set) var rows: [Change] = []
  /// What changed, where the rows were read again already.
  @exclusivity(unchecked) var readChanges: [Change]?
  /// The stored columns of the old images of rows whose other columns are computed when they are read.
  private(set) var storedRows: [RowKey: Row] = [:]
  /// The keys again, once they are too many to be searched one by one.
  @exclusivity(unchecked) private var knownKeys: Set<RowKey> = []

  /// How many rows are kept; a transaction that changes more has changed the table as a whole.
  private let limit: Int

  init(_ name: TableName, shape: TableShape?, detail: ChangeSource.Detail?, limit: Int) {
    self.name = name
    self.limit = limit
    nameBytes = PreupdateEvent.NameBytes(name)
    self.shape = shape
    self.detail = detail
    cannotTellRowsApart =
      shape.map { $0.selectByKeySQL == nil || $0.kind != .table || !$0.hasCapturedKeys } ?? true
    isDirty = cannotTellRowsApart
  }

  /// Forgets the transaction.
  func reset() {
    isTouched = false
    readChanges = nil
    isDirty = cannotTellRowsApart
    columns = .some([])
    rows = []
    if !knownKeys.isEmpty { knownKeys = [] }
    if !storedRows.isEmpty { storedRows = [:] }
  }

  /// How many rows have to be read again.
  var rowsToReadCount: Int { detail == .rows && !isDirty ? rows.count : 0 }

  /// What changed, for those who do not want to know the values.
  var changesWithoutImages: [Change] {
    if columns == .all { return rows }
    return rows.map { Change(key: $0.key, old: $0.old, new: .unknown, columns: columns) }
  }

  func markDirty() {
    isDirty = true
    rows = []
    knownKeys = []
  }

  func record(_ event: borrowing PreupdateEvent) {
    guard let detail, !isDirty, let shape else { return }
    if readChanges != nil { readChanges = nil }
    guard rows.count < limit else { return markDirty() }
    if event.operation != .insert {
      guard let key = oldKey(of: event, shape) else { return markDirty() }
      if !isKnown(key) {
        remember(key, detail == .rows ? oldImage(of: event, shape) : .unknown)
        if detail == .rows, shape.storedLayout != nil {
          storedRows[key] = storedRow(of: event, shape)
        }
      }
      // A blob that is written piece by piece comes as a deletion, of which no insertion follows.
      if event.operation == .delete { return columns = .all }
      // A row whose number stays keeps its key.
      if shape.hasRowID, event.oldRowID == event.newRowID { return }
    }
    guard let key = newKey(of: event, shape) else { return markDirty() }
    if !isKnown(key) {
      remember(key, .absent)
      // A row that came, or got another key: which may have other names than the one that the statement used.
      columns = .all
    }
  }

  /// Adds the columns that a statement updates, for those who do not want to know the values.
  func noteColumns(of writes: Region, _ statement: Int) {
    guard statement != notedStatement, columns != .all else { return }
    notedStatement = statement
    // A generated column follows those that it is made of, and foreign keys update what no statement names.
    guard shape?.hasGeneratedColumns == false,
      case .some(.some(let names)) = writes.columns(of: name)
    else { return columns = .all }
    guard case .some(let known) = columns else { return }
    columns = .some(known.union(names))
  }

  private func remember(_ key: RowKey, _ image: Change.Image) {
    rows.append(Change(key: key, old: image, new: .unknown))
    if rows.count > Self.searchLimit { knownKeys.insert(key) }
    if rows.count == Self.searchLimit { knownKeys = Set(rows.map(\.key)) }
  }

  private func isKnown(_ key: RowKey) -> Bool {
    rows.count < Self.searchLimit
      ? rows.contains { $0.key == key } : knownKeys.contains(key)
  }

  /// Fewer keys are searched one by one.
  private static let searchLimit = 12

  private func oldKey(of event: borrowing PreupdateEvent, _ shape: TableShape) -> RowKey? {
    if shape.hasRowID { return .rowID(event.oldRowID) }
    var values: [DatabaseValue] = []
    for index in shape.primaryKey {
      guard let value = event.oldValue(at: index) else { return nil }
      values.append(shape.readValue(value, at: index))
    }
    return .primaryKey(values)
  }

  private func newKey(of event: borrowing PreupdateEvent, _ shape: TableShape) -> RowKey? {
    if shape.hasRowID { return .rowID(event.newRowID) }
    var values: [DatabaseValue] = []
    for index in shape.primaryKey {
      guard let value = event.newValue(at: index) else { return nil }
      values.append(shape.readValue(value, at: index))
    }
    return .primaryKey(values)
  }

  private func oldImage(of event: borrowing PreupdateEvent, _ shape: TableShape) -> Change.Image {
    guard shape.hasPlainColumns, event.columnCount == shape.layout.columnNames.count else {
      return .unknown
    }
    var values: [DatabaseValue] = []
    values.reserveCapacity(event.columnCount)
    for index in 0..<event.columnCount {
      guard let value = oldValue(of: event, shape, column: index, at: index) else {
        return .unknown
      }
      values.append(value)
    }
    return .row(Row(layout: shape.layout, values: values))
  }

  /// The stored columns of a row of which others are computed when they are read; `nil` where SQLite does not tell all.
  private func storedRow(of event: borrowing PreupdateEvent, _ shape: TableShape) -> Row? {
    guard let layout = shape.storedLayout, let last = shape.storedColumns.last,
      event.columnCount == shape.layout.columnNames.count
    else { return nil }
    // Where a stored column comes after a computed one, SQLite 3.40 counts without those, and so has no value at the last place.
    let countsAll = last < shape.storedColumns.count || event.hasOldValue(at: last)
    var values: [DatabaseValue] = []
    for (position, column) in shape.storedColumns.enumerated() {
      let index = countsAll ? column : position
      guard let value = oldValue(of: event, shape, column: column, at: index),
        let stored = shape.storedValue(value, of: column, takenFor: index)
      else { return nil }
      values.append(stored)
    }
    return Row(layout: layout, values: values)
  }

  /// A value before; `nil` where it is not known.
  private func oldValue(
    of event: borrowing PreupdateEvent,
    _ shape: TableShape,
    column: Int,
    at index: Int
  ) -> DatabaseValue? {
    guard let value = event.oldValue(at: index) else { return nil }
    guard value.isNull, shape.columnsWithDefault.contains(column),
      !event.storesOldNull(at: index)
    else { return value }
    // The row may have been stored before the column was added with its default.
    return shape.addedValues[column]
  }
}
