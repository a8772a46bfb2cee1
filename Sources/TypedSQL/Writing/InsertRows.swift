/// The rows of an `INSERT`: what ``InsertValuesBuilder`` makes.
///
/// Records keep their type until a driver binds them, so that any number of them goes through one prepared statement.
public struct InsertRows: ExpressibleByArrayLiteral {
  /// The first rows: nearly always all there are, which take no array.
  @usableFromInline var first: _RowGroup?
  @usableFromInline var others: [_RowGroup]

  @inlinable
  init(_ group: _RowGroup) {
    first = group
    others = []
  }

  @inlinable
  init(groups: [_RowGroup]) {
    first = groups.first
    others = Array(groups.dropFirst())
  }

  /// Makes rows of what stands in their columns.
  public init(arrayLiteral rows: [QueryFragment]...) {
    self.init(
      groups: rows.isEmpty ? [] : [_RowGroup(rows.map { $0.map { EncodedColumn(fragment: $0) } })]
    )
  }

  init(row: [EncodedColumn]) { self.init(_RowGroup([row])) }

  @usableFromInline var groups: [_RowGroup] { first.map { [$0] + others } ?? [] }

  mutating func append(_ rows: InsertRows) { self = InsertRows(groups: groups + rows.groups) }

  /// How many rows there are.
  @inlinable var count: Int {
    let count = first?.count ?? 0
    return others.isEmpty ? count : others.reduce(count) { $0 + $1.count }
  }

  /// Whether there is no row.
  public var isEmpty: Bool { count == 0 }

  /// The values of each row, without those that the database computes.
  var encodedRows: [[EncodedColumn]] { groups.flatMap(\.encodedRows) }
}

/// Rows of one type.
public struct _RowGroup {
  /// How many rows there are.
  public let count: Int
  /// The type of the records; `nil` for rows of expressions.
  @usableFromInline let record: ObjectIdentifier?
  /// Hands the rows from one on to an encoder and has each run, until one does not fit.
  ///
  /// It is made where the type of the rows is known, so that the compiler can specialise the loop. A row that does not fit
  /// is left with the encoder, as fragments.
  ///
  /// - Returns: The row that does not fit, or the number of rows.
  @usableFromInline let write: (_ encoder: inout _RowEncoder, _ first: Int) throws -> Int

  /// Rows of records, of drafts or of the values of a column.
  @inlinable
  init<Record: QueryRepresentable>(_ records: [Record]) {
    count = records.count
    record = ObjectIdentifier(Record.self)
    write = { encoder, first in
      for index in first..<records.count {
        records[index]._encode(into: &encoder)
        guard encoder.isComplete else {
          encoder.leave(records[index]._encodedColumns)
          return index
        }
        try encoder.step()
      }
      return records.count
    }
  }

  /// A record, a draft or the value of a column.
  @inlinable
  init<Record: QueryRepresentable>(of record: Record) {
    count = 1
    self.record = ObjectIdentifier(Record.self)
    write = { encoder, _ in
      record._encode(into: &encoder)
      guard encoder.isComplete else {
        encoder.leave(record._encodedColumns)
        return 0
      }
      try encoder.step()
      return 1
    }
  }

  /// Rows of expressions.
  init(_ rows: [[EncodedColumn]]) {
    count = rows.count
    record = nil
    write = { encoder, first in
      for index in first..<rows.count {
        encoder.encode(rows[index])
        guard encoder.isComplete else {
          encoder.leave(rows[index])
          return index
        }
        try encoder.step()
      }
      return rows.count
    }
  }

  /// The values of each row, without those that the database computes.
  fileprivate var encodedRows: [[EncodedColumn]] {
    var encoder = _RowEncoder(fittingNothing: ())
    return (0..<count).map { row in
      // Nothing is run, so nothing fails.
      _ = try? write(&encoder, row)
      return encoder.takeMisfit() ?? []
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

/// What runs an `INSERT` once for each of its rows: a driver's side of ``Statement/_writeRows(to:)``.
///
/// Placeholders are counted from 1.
public protocol _RowTarget: AnyObject {
  /// How many columns the rows of the statement have that was prepared for ``Statement/_rowKey`` before, all of them
  /// placeholders; `nil` where none was.
  var template: _RowTemplate? { get }

  /// Prepares the statement that the next rows run through, and binds all its values.
  ///
  /// The rows bind the first placeholders anew, others keep their values: those of `ON CONFLICT` and `RETURNING`.
  ///
  /// - Parameter template: What the next statement with the same ``Statement/_rowKey`` may begin with; `nil` where it
  ///   may not begin with this one.
  func prepare(_ statement: QueryFragment, template: _RowTemplate?) throws

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

/// What makes two statements have the same text, where the columns of their rows are all placeholders: what is done with
/// rows of one type, without other clauses.
public struct _RowKey: Hashable, Sendable {
  /// What is done with the rows.
  @usableFromInline
  package enum Purpose: Hashable, Sendable {
    /// They are inserted.
    case insertion
    /// They are inserted, or updated where there is a row with their key.
    case upsert
    /// They are updated by their key.
    case update
  }

  @usableFromInline package let purpose: Purpose
  @usableFromInline package let table: ObjectIdentifier
  @usableFromInline package let tableName: String
  @usableFromInline package let schemaName: String?
  @usableFromInline package let record: ObjectIdentifier

  @inlinable
  init<T: Table>(_ purpose: Purpose, _ table: T.Type, record: ObjectIdentifier) {
    self.purpose = purpose
    self.table = ObjectIdentifier(table)
    tableName = T.tableName
    schemaName = T.schemaName
    self.record = record
  }
}

/// The columns of rows that are all placeholders.
///
/// An object, so that it is made once for all rows that are written.
public final class _RowTemplate: Sendable {
  /// How many placeholders there are.
  package let count: Int

  fileprivate init(count: Int) { self.count = count }
}

/// Binds the columns of rows to the placeholders of a statement.
///
/// The statement is made for the first row. As long as the columns of the next rows are of the same shape, they go
/// through the same statement.
public struct _RowEncoder: QueryEncoder {
  /// What a column of the statement is.
  @usableFromInline enum Shape: UInt8, Sendable {
    /// A placeholder.
    case placeholder
    /// SQL with any number of placeholders.
    case expression
    /// Left to the database's default: not in the statement.
    case unset
  }

  /// What runs the rows; `nil` for what only collects their columns.
  @usableFromInline let target: (any _RowTarget)?
  /// How many columns the statement has.
  @usableFromInline var count: Int
  /// What the columns are; none where all are placeholders.
  @usableFromInline var shapes: [Shape] = []
  private var expressions: [[UInt8]] = []
  @usableFromInline var column = 0
  @usableFromInline var placeholder = 0
  @usableFromInline var isFitting: Bool
  /// The columns of the row that did not fit.
  @usableFromInline var misfit: [EncodedColumn]?

  @inline(__always)
  fileprivate init(_ target: any _RowTarget) {
    self.init(target, target.template)
  }

  /// Makes an encoder that no row fits.
  fileprivate init(fittingNothing: ()) { self.init(nil, nil) }

  @inline(__always)
  private init(_ target: (any _RowTarget)?, _ template: _RowTemplate?) {
    self.target = target
    count = template?.count ?? 0
    isFitting = template != nil
    misfit = nil
  }

  /// Whether all columns of the row are bound.
  @inlinable var isComplete: Bool { isFitting && column == count }

  /// Takes an integer.
  @inlinable
  public mutating func encode(_ value: Int64) {
    if takesPlaceholder() { target?.bind(value, at: placeholder) }
  }

  /// Takes a floating-point number.
  @inlinable
  public mutating func encode(_ value: Double) {
    if takesPlaceholder() { target?.bind(value, at: placeholder) }
  }

  /// Takes a text.
  @inlinable
  public mutating func encode(_ value: String) {
    if takesPlaceholder() { target?.bind(value, at: placeholder) }
  }

  /// Takes a value that is bound.
  @inlinable
  public mutating func encode(_ binding: QueryBinding) {
    if takesPlaceholder() { target?.bind(binding, at: placeholder) }
  }

  /// Takes an expression.
  public mutating func encode(_ fragment: QueryFragment) {
    if fragment.isPlaceholder, let binding = fragment.bindings.first { return encode(binding) }
    guard takes(.expression), expressions[column - 1] == fragment.code else {
      return isFitting = false
    }
    for binding in fragment.bindings {
      placeholder += 1
      target?.bind(binding, at: placeholder)
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
    guard column < count, shapes.isEmpty ? shape == .placeholder : shapes[column] == shape else {
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

  /// Leaves a row that did not fit to who makes statements.
  @usableFromInline
  mutating func leave(_ row: [EncodedColumn]) { misfit = row.filter { !$0.isGenerated } }

  fileprivate mutating func takeMisfit() -> [EncodedColumn]? {
    defer { misfit = nil }
    return misfit
  }

  /// Goes on with a statement that was made for a row that did not fit.
  fileprivate mutating func expect(_ row: [EncodedColumn]) {
    count = row.count
    shapes = row.map(\.shape)
    expressions = row.map { $0.shape == .expression ? $0.fragment.code : [] }
    beginRow()
  }

  /// Runs the statement with the row's values.
  @inlinable
  mutating func step() throws {
    try target?.step()
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
  static var changingColumns: QueryBindingError {
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

extension InsertRows {
  /// Runs a statement once for each row, through as few statements as possible.
  ///
  /// Records whose columns are all of the same kind take one statement. A column that is left to the database's default in
  /// one row and not in the next takes another. An error ends it: what rows before it wrote is undone by the driver.
  ///
  /// - Parameters:
  ///   - target: What runs them.
  ///   - isKept: Whether the statement may be kept for the next rows with the same key.
  ///   - statement: Makes the statement for a row.
  @usableFromInline
  func write(
    to target: any _RowTarget,
    isKept: () -> Bool,
    _ statement: (_ columns: [EncodedColumn]) -> QueryFragment
  ) throws {
    var encoder = _RowEncoder(target)
    if let first { try encoder.write(first, to: target, isKept: isKept, statement) }
    for group in others { try encoder.write(group, to: target, isKept: isKept, statement) }
  }
}

extension _RowEncoder {
  fileprivate mutating func write(
    _ group: _RowGroup,
    to target: any _RowTarget,
    isKept: () -> Bool,
    _ statement: (_ columns: [EncodedColumn]) -> QueryFragment
  ) throws {
    var next = try group.write(&self, 0)
    // Nearly always all rows fit.
    guard misfit != nil else { return }
    while let row = takeMisfit() {
      let isPlain = row.allSatisfy { $0.shape == .placeholder } && isKept()
      try target.prepare(statement(row), template: isPlain ? _RowTemplate(count: row.count) : nil)
      expect(row)
      let previous = next
      next = try group.write(&self, previous)
      if misfit != nil, next == previous { throw QueryBindingError.changingColumns }
    }
  }
}
