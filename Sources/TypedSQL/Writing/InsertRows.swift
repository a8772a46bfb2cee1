/// The rows of an `INSERT`: what ``InsertValuesBuilder`` makes.
///
/// Records keep their type until a driver binds them, so that any number of them goes through one prepared statement.
public struct InsertRows: ExpressibleByArrayLiteral {
  @usableFromInline var groups: [_RowGroup]

  @inlinable
  init(groups: [_RowGroup]) { self.groups = groups }

  /// Makes rows of what stands in their columns.
  public init(arrayLiteral rows: [QueryFragment]...) {
    groups = rows.isEmpty ? [] : [_RowGroup(rows.map { $0.map { EncodedColumn(fragment: $0) } })]
  }

  init(row: [EncodedColumn]) { groups = [_RowGroup([row])] }

  /// Whether there is no row.
  public var isEmpty: Bool { groups.allSatisfy { $0.count == 0 } }

  /// The values of each row, without those that the database computes.
  var encodedRows: [[EncodedColumn]] {
    groups.flatMap { group in
      (0..<group.count).map { group.columns($0).filter { !$0.isGenerated } }
    }
  }
}

/// Rows of one type.
public struct _RowGroup {
  /// How many rows there are.
  public let count: Int
  /// The type of the records; `nil` for rows of expressions.
  @usableFromInline let record: ObjectIdentifier?
  /// The values of a row, as fragments.
  @usableFromInline let columns: (_ row: Int) -> [EncodedColumn]
  /// Hands each row to an encoder and has it run.
  ///
  /// It is made where the type of the rows is known, so that the compiler can specialise the loop.
  @usableFromInline let write: (_ encoder: inout _RowEncoder) throws -> Void

  /// Rows of records, of drafts or of the values of a column.
  @inlinable
  init<Record: QueryRepresentable>(_ records: [Record]) {
    count = records.count
    record = ObjectIdentifier(Record.self)
    columns = { records[$0]._encodedColumns }
    write = { encoder in
      for record in records {
        record._encode(into: &encoder)
        if !encoder.isComplete {
          try encoder.prepare(for: record._encodedColumns)
          record._encode(into: &encoder)
        }
        try encoder.step()
      }
    }
  }

  /// Rows of expressions.
  init(_ rows: [[EncodedColumn]]) {
    count = rows.count
    record = nil
    columns = { rows[$0] }
    write = { encoder in
      for row in rows {
        encoder.encode(row)
        if !encoder.isComplete {
          try encoder.prepare(for: row)
          encoder.encode(row)
        }
        try encoder.step()
      }
    }
  }
}

extension QueryRepresentable {
  @usableFromInline var _encodedColumns: [EncodedColumn] {
    var encoder = FragmentEncoder()
    _encode(into: &encoder)
    return encoder.columns
  }
}

/// What runs an `INSERT` once for each of its rows: a driver's side of ``Statement/_rows``.
///
/// Placeholders are counted from 1.
public protocol _RowTarget: AnyObject {
  /// Prepares the statement that the next rows run through, and binds all its values.
  ///
  /// The rows bind the first placeholders anew, others keep their values: those of `ON CONFLICT` and `RETURNING`.
  func prepare(_ statement: QueryFragment) throws

  /// Goes back to a statement for rows of placeholders only that was prepared before.
  ///
  /// - Returns: The number of its placeholders; `nil` where there is none.
  func recall(_ key: _InsertKey) -> Int?

  /// Keeps the statement that was prepared last for the next insertion with the same key.
  func keep(for key: _InsertKey, placeholderCount: Int)

  /// Binds an integer.
  func bind(_ value: Int64, at index: Int)

  /// Binds a floating-point number.
  func bind(_ value: Double, at index: Int)

  /// Binds a text.
  func bind(_ value: String, at index: Int)

  /// Binds any other value.
  func bind(_ value: QueryBinding, at index: Int)

  /// Runs the statement to its end.
  ///
  /// - Throws: Also what went wrong when a value was bound.
  func step() throws
}

/// What makes two insertions have the same statement, where all columns are placeholders: no clauses but the rows, and
/// records of one type.
public struct _InsertKey: Hashable, Sendable {
  package let table: ObjectIdentifier
  package let tableName: String
  package let schemaName: String?
  package let record: ObjectIdentifier
}

/// Binds the columns of rows to the placeholders of a statement.
///
/// The statement is made for the first row. As long as the columns of the next rows are of the same shape, they go
/// through the same statement.
public struct _RowEncoder: QueryEncoder {
  /// What a column of the statement is.
  @usableFromInline enum Shape: UInt8 {
    /// A placeholder.
    case placeholder
    /// SQL with any number of placeholders.
    case expression
    /// Left to the database's default: not in the statement.
    case unset
  }

  @usableFromInline let target: any _RowTarget
  private let key: _InsertKey?
  let statement: (_ columns: [EncodedColumn]) -> QueryFragment
  @usableFromInline var shapes: [Shape] = []
  private var expressions: [[UInt8]] = []
  @usableFromInline var column = 0
  @usableFromInline var placeholder = 0
  @usableFromInline var isFitting = false

  init(
    target: any _RowTarget,
    key: _InsertKey?,
    statement: @escaping (_ columns: [EncodedColumn]) -> QueryFragment
  ) {
    self.target = target
    self.key = key
    self.statement = statement
    guard let key, let count = target.recall(key) else { return }
    shapes = [Shape](repeating: .placeholder, count: count)
    expressions = [[UInt8]](repeating: [], count: count)
    beginRow()
  }

  /// Whether all columns of the row are bound.
  @inlinable var isComplete: Bool { isFitting && column == shapes.count }

  /// Takes an integer.
  @inlinable
  public mutating func encode(_ value: Int64) {
    if takesPlaceholder() { target.bind(value, at: placeholder) }
  }

  /// Takes a floating-point number.
  @inlinable
  public mutating func encode(_ value: Double) {
    if takesPlaceholder() { target.bind(value, at: placeholder) }
  }

  /// Takes a text.
  @inlinable
  public mutating func encode(_ value: String) {
    if takesPlaceholder() { target.bind(value, at: placeholder) }
  }

  /// Takes a value that is bound.
  @inlinable
  public mutating func encode(_ binding: QueryBinding) {
    if takesPlaceholder() { target.bind(binding, at: placeholder) }
  }

  /// Takes an expression.
  public mutating func encode(_ fragment: QueryFragment) {
    if fragment.isPlaceholder, let binding = fragment.bindings.first { return encode(binding) }
    guard takes(.expression), expressions[column - 1] == fragment.code else {
      return isFitting = false
    }
    for binding in fragment.bindings {
      placeholder += 1
      target.bind(binding, at: placeholder)
    }
  }

  /// Leaves out a column that the database computes.
  @inlinable
  public mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {}

  /// Leaves out columns that have a default.
  @inlinable
  public mutating func encodeUnset(columns count: Int) {
    for _ in 0..<count where !takes(.unset) { return }
  }

  mutating func encode(_ row: [EncodedColumn]) {
    for column in row where !column.isGenerated {
      if column.isUnset { encodeUnset(columns: 1) } else { encode(column.fragment) }
    }
  }

  @inlinable @inline(__always)
  mutating func takes(_ shape: Shape) -> Bool {
    guard column < shapes.count, shapes[column] == shape else {
      isFitting = false
      return false
    }
    column += 1
    return true
  }

  @inlinable @inline(__always)
  mutating func takesPlaceholder() -> Bool {
    guard takes(.placeholder) else { return false }
    placeholder += 1
    return true
  }

  /// Has the statement made that a row fits.
  @usableFromInline
  mutating func prepare(for row: [EncodedColumn]) throws {
    let columns = row.filter { !$0.isGenerated }
    shapes = columns.map(\.shape)
    expressions = columns.map { $0.shape == .expression ? $0.fragment.code : [] }
    let statement = statement(columns)
    try target.prepare(statement)
    if let key, shapes.allSatisfy({ $0 == .placeholder }) {
      target.keep(for: key, placeholderCount: shapes.count)
    }
    beginRow()
  }

  /// Runs the statement with the row's values.
  @inlinable
  mutating func step() throws {
    guard isComplete else { throw QueryBindingError.changingColumns }
    try target.step()
    beginRow()
  }

  @inlinable
  mutating func beginRow() {
    column = 0
    placeholder = 0
    isFitting = true
  }
}

extension QueryBindingError {
  @usableFromInline static var changingColumns: QueryBindingError {
    QueryBindingError("A row encodes other columns each time that it is asked for them.")
  }
}

extension EncodedColumn {
  fileprivate var shape: _RowEncoder.Shape {
    if isUnset { return .unset }
    return fragment.isPlaceholder ? .placeholder : .expression
  }
}

extension QueryFragment {
  /// Whether it is one value and nothing else.
  var isPlaceholder: Bool { code.count == 1 && code[0] == Mark.binding }
}

/// An `INSERT` that is run once for each of its rows, through as few statements as possible.
///
/// Records whose columns are all of the same kind take one statement. A column that is left to the database's default in
/// one row and not in the next takes another.
public struct _InsertRun {
  let rows: InsertRows
  /// `nil` where the statement is another each time.
  let key: _InsertKey?
  let statement: (_ columns: [EncodedColumn]) -> QueryFragment

  /// Whether there is nothing to run.
  public var isEmpty: Bool { rows.isEmpty }

  /// How many times a statement is run.
  public var rowCount: Int { rows.groups.reduce(0) { $0 + $1.count } }

  /// Runs the statement for each row.
  ///
  /// An error ends it: what rows before it wrote is undone by a savepoint of the driver's.
  public func write(to target: any _RowTarget) throws {
    var encoder = _RowEncoder(target: target, key: key, statement: statement)
    for group in rows.groups { try group.write(&encoder) }
  }
}
