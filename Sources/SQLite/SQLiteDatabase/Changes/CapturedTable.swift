import DatabaseTypes
import SQLite

/// The rows of a table that a transaction touched.
///
/// The object is reused by later transactions.
///
/// Its properties are used by one thread at a time, and never reentrantly, so exclusive access is
/// not checked at run time: the checks would cost more than the work.
final class CapturedTable {
  let name: TableName
  /// The name in the form in which events have it.
  let nameBytes: PreupdateEvent.NameBytes
  let shape: TableShape?
  /// How much subscribers want to know about changes to this table; `nil` if no one is interested.
  let detail: ChangeSource.Detail?
  private let lacksUsableKey: Bool
  @exclusivity(unchecked) private(set) var isDirty: Bool
  /// Whether the transaction has touched the table.
  @exclusivity(unchecked) var isTouched = false
  /// The columns that statements updated; all of them once a row was inserted or deleted.
  @exclusivity(unchecked) private(set) var columns = Region.Columns.some([])
  @exclusivity(unchecked) private var notedStatement = 0
  /// The rows in the order in which they were touched: the key and first old image of each.
  @exclusivity(unchecked) private(set) var rows: [Change] = []
  /// The changes, if the rows were already read again.
  @exclusivity(unchecked) var readChanges: [Change]?
  /// The stored columns of the old images of rows with columns that are computed when read.
  private(set) var storedRows: [RowKey: Row] = [:]
  /// The keys once more, as soon as there are too many of them for a linear search.
  @exclusivity(unchecked) private var knownKeys: Set<RowKey> = []

  /// The maximum number of rows; a transaction that changes more counts as changing the whole
  /// table.
  private let limit: Int

  init(_ name: TableName, shape: TableShape?, detail: ChangeSource.Detail?, limit: Int) {
    self.name = name
    self.limit = limit
    nameBytes = PreupdateEvent.NameBytes(name)
    self.shape = shape
    self.detail = detail
    lacksUsableKey =
      shape.map { $0.selectByKeySQL == nil || $0.kind != .table || !$0.hasCapturedKeys } ?? true
    isDirty = lacksUsableKey
  }

  /// Discards the transaction.
  func reset() {
    isTouched = false
    readChanges = nil
    isDirty = lacksUsableKey
    columns = .some([])
    rows = []
    if !knownKeys.isEmpty { knownKeys = [] }
    if !storedRows.isEmpty { storedRows = [:] }
  }

  /// The number of rows that have to be read again.
  var rowsToReadCount: Int { detail == .rows && !isDirty ? rows.count : 0 }

  /// The changes, for subscribers that do not want to know the values.
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
      // An incremental blob write is reported as a deletion, without a following insertion.
      if event.operation == .delete { return columns = .all }
      // A row that keeps its rowid keeps its key.
      if shape.hasRowID, event.oldRowID == event.newRowID { return }
    }
    guard let key = newKey(of: event, shape) else { return markDirty() }
    if !isKnown(key) {
      remember(key, .absent)
      // The row was inserted or got another key, so its columns may have other names than those
      // that the statement used.
      columns = .all
    }
  }

  /// Adds the columns that a statement updates, for subscribers that do not want to know the
  /// values.
  func noteColumns(of writes: Region, _ statement: Int) {
    guard statement != notedStatement, columns != .all else { return }
    notedStatement = statement
    // A generated column depends on other columns, and foreign keys update columns that the
    // statement does not name.
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

  /// The number of keys from which on a set is used instead of a linear search.
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

  /// Returns the stored columns of a row that also has columns computed when read.
  ///
  /// It returns `nil` if SQLite does not report all of them.
  private func storedRow(of event: borrowing PreupdateEvent, _ shape: TableShape) -> Row? {
    guard let layout = shape.storedLayout, let last = shape.storedColumns.last,
      event.columnCount == shape.layout.columnNames.count
    else { return nil }
    // If a stored column follows a computed one, SQLite 3.40 does not count computed columns, and
    // so has no value at the last index.
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

  /// Returns an old value, or `nil` if it is unknown.
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
