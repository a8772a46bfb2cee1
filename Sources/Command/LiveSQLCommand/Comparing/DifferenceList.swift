import DatabaseTypes
import SQLiteDatabase
import Terminal

/// A writer of the differences between two databases, for people.
///
/// `+` marks what only the second has, `-` what only the first has, and `~` what both have.
struct DifferenceList {
  private let databases: ComparedDatabases
  private let comparesRows: Bool
  private var lines: LineStream
  private var schemaCount = 0
  private var inserted = 0
  private var updated = 0
  private var removed = 0

  init(_ databases: ComparedDatabases, comparesRows: Bool, output: Output) {
    self.databases = databases
    self.comparesRows = comparesRows
    lines = LineStream(output)
  }

  /// Writes everything, and returns whether there are differences.
  mutating func write() throws -> Bool {
    for number in try databases.numbers() {
      schemaCount += 1
      try lines.add(Line("~ \(number.name): \(number.left) → \(number.right)", .updated))
    }
    for change in databases.changes { try write(change) }
    if comparesRows {
      for table in databases.tables { try writeRows(of: table) }
      try writeSequences()
    }
    let isDifferent = schemaCount + inserted + updated + removed > 0
    try lines.add(isDifferent ? summary : Line("There is no difference.", .success))
    try lines.flush()
    return isDifferent
  }

  private var summary: Line {
    let rows =
      "\(counted(inserted, "row")) added, \(grouped(updated)) changed, \(grouped(removed)) removed"
    let schema = "\(counted(schemaCount, "difference")) of definitions"
    return Line(comparesRows ? "(\(schema); \(rows))" : "(\(schema))", .secondary)
  }

  private mutating func write(_ change: SchemaChange) throws {
    guard let object = change.object else { return }
    schemaCount += 1
    let mark: RowMark =
      change.left == nil ? .inserted : change.right == nil ? .removed : .updated
    var line = Line("\(mark.sign) \(object.kind) \(object.name)", mark.style)
    if comparesRows, object.kind == .table, mark != .updated {
      let database = change.left == nil ? databases.right : databases.left
      line.append(" (\(counted(try count(object.name, database), "row")))", .secondary)
    }
    try lines.add(line)
    guard mark == .updated else { return }
    try write(change.left?.sql, .removed)
    try write(change.right?.sql, .inserted)
  }

  private mutating func write(_ sql: String?, _ mark: RowMark) throws {
    for line in (sql ?? "").split(whereSeparator: \.isNewline) {
      try lines.add(Line("    \(mark.sign) \(line)", mark.style))
    }
  }

  private func count(_ table: TableName, _ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM main.\(quotedIdentifier(table.name))") ?? 0
  }
}

extension DifferenceList {
  private mutating func writeSequences() throws {
    for number in try databases.sequences() {
      schemaCount += 1
      let texts = [number.left, number.right].map { $0.map { "\($0)" } ?? "none" }
      let text = "~ \(number.table): last AUTOINCREMENT number \(texts[0]) → \(texts[1])"
      try lines.add(Line(text, .updated))
    }
  }

  private mutating func writeRows(of table: ComparedTable) throws {
    guard table.key != nil else {
      let note = "its rows are not compared: the databases identify them by different columns"
      return try lines.add(Line("\(table.name): \(note)", .warning))
    }
    var hasHead = false
    let merge = RowMerge(table: table, left: databases.left, right: databases.right)
    try merge.forEach { difference in
      if !hasHead { try lines.add(Line(table.name.description, .heading)) }
      hasHead = true
      try lines.add(line(difference, table))
      return true
    }
  }

  private mutating func line(_ difference: RowDifference, _ table: ComparedTable) -> Line {
    switch difference {
    case .inserted(let key, let values):
      inserted += 1
      return line(.inserted, key, table, Self.texts(table, values))
    case .removed(let key, let values):
      removed += 1
      return line(.removed, key, table, Self.texts(table, values))
    case .updated(let key, let old, let new):
      updated += 1
      let changes = table.columns.indices.filter { old[$0] != new[$0] }.map { index in
        "\(table.columns[index]) \(Self.text(old[index])) → \(Self.text(new[index]))"
      }
      return line(.updated, key, table, changes)
    }
  }

  private func line(
    _ mark: RowMark,
    _ key: [DatabaseValue],
    _ table: ComparedTable,
    _ texts: [String]
  ) -> Line {
    let names = zip(table.key ?? [], key).map { "\($0) \(Self.text($1))" }
    var line = Line("  \(mark.sign) \(names.joined(separator: ", "))", mark.style)
    if !texts.isEmpty { line.append(": " + texts.joined(separator: ", ")) }
    return line
  }

  /// Returns the columns that are not part of the key, with their values.
  private static func texts(_ table: ComparedTable, _ values: [DatabaseValue]) -> [String] {
    zip(table.columns, values).compactMap { column, value in
      let isKey = table.key?.contains { isSameIdentifier($0, column) } ?? false
      return isKey ? nil : "\(column) \(text(value))"
    }
  }

  private static func text(_ value: DatabaseValue) -> String {
    truncate(showingControls(in: value.sqlLiteral), to: 60)
  }
}

/// A stream of lines to the output, collected into chunks that are large enough to be cheap.
struct LineStream {
  private let output: Output
  private let isTerminal: Bool
  private var text = ""

  init(_ output: Output) {
    self.output = output
    isTerminal = output.destination.terminalSize != nil
  }

  /// Adds a line.
  mutating func add(_ line: Line) throws(OutputFailure) {
    try add(rendered: output.palette.render(line))
  }

  /// Adds a line of text for programs.
  mutating func add(_ line: String) throws(OutputFailure) {
    try add(rendered: isTerminal ? terminalContent(line, isJSON: false) : line)
  }

  private mutating func add(rendered line: String) throws(OutputFailure) {
    text += line
    text += "\n"
    if text.utf8.count >= 1 << 16 { try flush() }
  }

  /// Writes the collected lines.
  mutating func flush() throws(OutputFailure) {
    try output.write(text)
    text.removeAll(keepingCapacity: true)
  }
}
