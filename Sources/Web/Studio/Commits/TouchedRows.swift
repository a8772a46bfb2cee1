import DatabaseTypes

/// The rows that a commit affected, with the values that they have when they are read.
///
/// A commit of another process reports keys, and no values. A row that is read soon afterwards
/// mostly has the values of that commit; a later commit may already have changed it again.
struct TouchedRows: Sendable {
  private var rows: [TableName: [RowKey: Row]] = [:]
  private var areRead: Set<TableName> = []
  private var names: [TableName: [RowKey: RowKey]] = [:]
  /// Whether rows are also read if the commit reports some of their values.
  private let isWhole: Bool
  /// Whether the commit is the studio's own.
  var isOwn = false

  init(isWhole: Bool = false) { self.isWhole = isWhole }

  /// Rows that were read.
  init(rows: [TableName: [RowKey: Row]], areRead: Set<TableName>) {
    self.init()
    (self.rows, self.areRead) = (rows, areRead)
  }

  /// Adds a row that was read.
  mutating func add(_ row: Row, key: RowKey, of table: TableName) {
    rows[table, default: [:]][key] = row
  }

  /// Shows a key in another form.
  mutating func name(_ key: RowKey, of table: TableName, as shown: RowKey) {
    names[table, default: [:]][key] = shown
  }

  /// The keys that are shown in another form.
  var shownKeys: [(table: TableName, key: [WireCell])] {
    names.flatMap { table, keys in
      keys.values.map { (table, $0.values.map { WireCell($0) }) }
    }
  }

  /// A change of a table with the values that were read.
  func completed(_ change: Change, of table: TableName) -> Change {
    let key = names[table]?[change.key] ?? change.key
    return Change(
      key: key,
      old: change.old,
      new: image(of: change, of: table),
      columns: change.columns
    )
  }

  private func image(of change: Change, of table: TableName) -> Change.Image {
    if let row = rows[table]?[change.key] { return .row(row) }
    if isWhole { return change.new == .absent ? .absent : .unknown }
    return change.new == .unknown && areRead.contains(table) ? .absent : change.new
  }
}

extension RowKey {
  /// The values of the key's columns.
  var values: [DatabaseValue] {
    switch self {
    case .rowID(let id): [.integer(id)]
    case .primaryKey(let values): values
    }
  }
}
