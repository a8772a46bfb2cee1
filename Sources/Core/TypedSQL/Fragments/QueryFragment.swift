package import DatabaseTypes

/// A piece of SQL and the values it binds.
///
/// A fragment is text whose identifiers, placeholders and line breaks are not decided yet: a
/// dialect decides them when the fragment is rendered. So values are never part of the text,
/// identifiers are quoted exactly once, and the same fragment gives one line for a database or
/// several for a reader.
///
/// ```swift
/// let fragment: QueryFragment = "\(Reminder.columns.title) = \(bind: "Get groceries")"
/// // "reminders"."title" = ?
/// ```
///
/// - Invariant: `code` holds as many placeholders as there are `bindings`.
public struct QueryFragment: Hashable, Sendable {
  /// UTF-8 text with marks; see ``Mark``.
  @usableFromInline package var code: [UInt8]
  /// The values of the placeholders, in order.
  public internal(set) var bindings: [QueryBinding]

  /// Creates an empty fragment.
  public init() {
    code = []
    bindings = []
  }

  /// Creates a fragment from SQL text, which is not checked or quoted: never pass text from a user.
  public init(_ sql: String) {
    self.init()
    append(raw: sql)
  }

  /// Creates a quoted identifier or text.
  public init(quote sql: String, delimiter: QuoteDelimiter = .identifier) {
    self.init()
    switch delimiter {
    case .identifier: append(identifier: sql)
    case .text: append(quotedText: sql)
    }
  }

  /// Whether the fragment is empty.
  public var isEmpty: Bool { code.isEmpty }

  /// Returns the fragment with values in place of its parameters.
  package func binding(parameters values: [QueryBinding]) -> QueryFragment {
    var bound = self
    for (index, binding) in bindings.enumerated() {
      guard case .parameter(let number) = binding, values.indices.contains(number - 1) else {
        continue
      }
      bound.bindings[index] = values[number - 1]
    }
    return bound
  }
}

/// The quotes around a name or a text in SQL.
public enum QuoteDelimiter: Sendable {
  /// A name: `"title"`.
  case identifier
  /// A text: `'title'`.
  case text
}

extension QueryFragment {
  /// Appends a fragment.
  public mutating func append(_ other: QueryFragment) {
    code.append(contentsOf: other.code)
    guard !other.bindings.isEmpty else { return }
    // The fragments share one array as long as nothing is added.
    if bindings.isEmpty { bindings = other.bindings } else { bindings += other.bindings }
  }

  /// Appends the elements of a sequence of fragments.
  public mutating func append(contentsOf fragments: some Sequence<QueryFragment>) {
    for fragment in fragments { append(fragment) }
  }

  /// Appends SQL text unchanged.
  package mutating func append(raw sql: String) {
    var sql = sql
    sql.withUTF8 { append(utf8: $0) }
  }

  private mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) {
    guard text.contains(where: Mark.isMark) else { return code.append(contentsOf: text) }
    for byte in text {
      if Mark.isMark(byte) { code.append(Mark.escape) }
      code.append(byte)
    }
  }

  /// Appends text that is known to contain no marks.
  @inline(__always)
  package mutating func append(sql: StaticString) {
    code.append(contentsOf: UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount))
  }

  /// Appends a part of another fragment's code that contains no placeholders.
  package mutating func append(code part: [UInt8]) { code.append(contentsOf: part) }

  /// Appends the beginning of a call: `group_concat(`.
  ///
  /// The function's number precedes its name, as a hint.
  package mutating func append(call function: SQLFunction) {
    code.append(Mark.hint)
    code.append(function.rawValue)
    append(sql: function.name)
    code.append(Mark.call)
  }

  package mutating func append(mark: UInt8) { code.append(mark) }

  /// Appends a hint that other databases need and SQLite does not.
  package mutating func append(hint: DialectHint) {
    code.append(Mark.hint)
    code.append(hint.rawValue)
  }

  package mutating func append(identifier: String) { append(identifier, in: Mark.identifier) }

  /// Appends the name of a table that columns refer to.
  package mutating func append(table: String) { append(table, in: Mark.table) }

  /// Appends the name or alias of a table where a statement introduces it.
  package mutating func append(source: String) { append(source, in: Mark.source) }

  /// Appends a name between marks in a single step.
  private mutating func append(_ name: String, in mark: UInt8) {
    var name = name
    name.withUTF8 { text in
      guard !text.contains(where: Mark.isMark) else {
        code.append(mark)
        append(utf8: text)
        return code.append(mark)
      }
      let count = text.count &+ 2
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
        bytes[0] = mark
        for index in 0..<text.count { bytes[index &+ 1] = text[index] }
        bytes[count &- 1] = mark
        code.append(contentsOf: UnsafeBufferPointer(bytes))
      }
    }
  }

  /// Appends a column qualified by its table in a single step: `"reminders"."title"`.
  package mutating func append(column: String, of table: String) {
    var (column, table) = (column, table)
    column.withUTF8 { column in
      table.withUTF8 { table in append(column: column, of: table) }
    }
  }

  /// Appends a column qualified by its table, which is qualified by its schema if that is
  /// specified.
  package mutating func append<T: Table>(column: String, of table: T.Type) {
    guard let alias = table.tableAlias else {
      appendSchema(of: table)
      return append(column: column, of: table.tableName)
    }
    append(column: column, of: alias)
  }

  /// Appends the schema of a table whose columns are named, followed by a dot: `"main".`.
  ///
  /// The schema has the same marks as the table's name, so that code which reads one also reads the
  /// other.
  mutating func appendSchema<T: Table>(of table: T.Type) {
    guard let schema = table.schemaName else { return }
    append(table: schema)
    append(sql: ".")
  }

  private mutating func append(
    column: UnsafeBufferPointer<UInt8>,
    of table: UnsafeBufferPointer<UInt8>
  ) {
    guard !column.contains(where: Mark.isMark), !table.contains(where: Mark.isMark) else {
      append(table: String(decoding: table, as: UTF8.self))
      append(sql: ".")
      return append(identifier: String(decoding: column, as: UTF8.self))
    }
    let count = table.count &+ column.count &+ 5
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
      bytes[0] = Mark.table
      for index in 0..<table.count { bytes[index &+ 1] = table[index] }
      let middle = table.count &+ 1
      bytes[middle] = Mark.table
      bytes[middle &+ 1] = UInt8(ascii: ".")
      bytes[middle &+ 2] = Mark.identifier
      for index in 0..<column.count { bytes[middle &+ 3 &+ index] = column[index] }
      bytes[count &- 1] = Mark.identifier
      code.append(contentsOf: UnsafeBufferPointer(bytes))
    }
  }

  package mutating func append(quotedText text: String) {
    append(raw: text.quoted(by: "'"))
  }

  package mutating func append(_ binding: QueryBinding) {
    code.append(Mark.binding)
    bindings.append(binding)
  }

  /// Returns the fragment with other values.
  package func binding(_ values: [QueryBinding]) -> QueryFragment {
    var fragment = self
    fragment.bindings = values
    return fragment
  }

  /// Appends a fragment in parentheses.
  package mutating func append(parenthesized fragment: QueryFragment) {
    code.append(UInt8(ascii: "("))
    append(fragment)
    code.append(UInt8(ascii: ")"))
  }

  /// Creates a date as it is stored, with milliseconds: `datetime("t"."createdAt", 'subsec')`.
  ///
  /// Without arguments, it is the current time.
  package init(dateText arguments: QueryFragment) {
    self.init()
    code.append(Mark.dateText)
    append(arguments)
    code.append(Mark.dateTextEnd)
  }

  package mutating func appendLineOrSpace() { code.append(Mark.lineOrSpace) }

  /// Joins two fragments.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var result = lhs
    result.append(rhs)
    return result
  }

  /// Appends a fragment.
  public static func += (lhs: inout Self, rhs: Self) { lhs.append(rhs) }
}

extension QueryFragment {
  /// A line break, or a space in a single line.
  package static let newlineOrSpace = QueryFragment(mark: Mark.lineOrSpace)
  /// A line break, or nothing in a single line.
  package static let newline = QueryFragment(mark: Mark.line)

  private init(mark: UInt8) {
    code = [mark]
    bindings = []
  }

  /// Returns the fragment, indented by two spaces in a layout of several lines.
  package func indented() -> QueryFragment {
    var result = QueryFragment()
    result.code.reserveCapacity(code.count + 2)
    result.code.append(Mark.indent)
    result.append(self)
    result.code.append(Mark.outdent)
    return result
  }
}

extension Sequence<QueryFragment> {
  /// Joins fragments.
  public func joined(separator: QueryFragment = "") -> QueryFragment {
    var result = QueryFragment()
    var isFirst = true
    for fragment in self {
      if !isFirst { result.append(separator) }
      result.append(fragment)
      isFirst = false
    }
    return result
  }
}

extension QueryFragment {
  /// Returns the number by which SQLite identifies a row: `"reminders"."rowid"`.
  package static func rowid(of table: String) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(hint: .rowid)
    fragment.append(table: table)
    fragment.append(sql: ".")
    fragment.append(identifier: "rowid")
    return fragment
  }

  /// Returns the number by which SQLite identifies a row of a table: `"reminders"."rowid"`.
  package static func rowid<T: Table>(of table: T.Type) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(hint: .rowid)
    fragment.append(column: "rowid", of: table)
    return fragment
  }

  /// The parts between the commas outside parentheses, such as the columns of a row.
  var listItems: [QueryFragment] {
    guard code.contains(UInt8(ascii: ",")) else { return [self] }
    let reader = PostgresWriter(self, layout: .singleLine, parameters: [])
    var firstBinding = 0
    return reader.list(code.indices).map { range in
      let next = firstBinding + reader.bindingCount(in: range)
      defer { firstBinding = next }
      var item = QueryFragment()
      item.code = Array(code[range])
      item.bindings = Array(bindings[firstBinding..<next])
      return item
    }
  }
}
