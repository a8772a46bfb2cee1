/// The rows of an `INSERT`, which ``InsertValuesBuilder`` builds.
///
/// Records keep their type until a driver binds them, so any number of them can be inserted with
/// one prepared statement.
public struct InsertRows: ExpressibleByArrayLiteral {
  /// The first group of rows, which is nearly always the only one and then needs no array.
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

  /// Creates rows from the expressions of their columns.
  public init(arrayLiteral rows: [QueryFragment]...) {
    self.init(
      groups: rows.isEmpty ? [] : [_RowGroup(rows.map { $0.map { EncodedColumn(fragment: $0) } })]
    )
  }

  init(row: [EncodedColumn]) { self.init(_RowGroup([row])) }

  @usableFromInline var groups: [_RowGroup] { first.map { [$0] + others } ?? [] }

  mutating func append(_ rows: InsertRows) { self = InsertRows(groups: groups + rows.groups) }

  /// The number of rows.
  @inlinable var count: Int {
    let count = first?.count ?? 0
    return others.isEmpty ? count : others.reduce(count) { $0 + $1.count }
  }

  /// Whether there are no rows.
  public var isEmpty: Bool { count == 0 }

  /// The values of each row, without those that the database computes.
  var encodedRows: [[EncodedColumn]] { groups.flatMap(\.encodedRows) }
}

/// Rows of one type.
public struct _RowGroup {
  /// The number of rows.
  public let count: Int
  /// The type of the records, or `nil` for rows of expressions.
  @usableFromInline let record: ObjectIdentifier?
  /// Passes the rows from an index on to an encoder and runs each, until one does not fit.
  ///
  /// The closure is created where the type of the rows is known, so that the compiler can
  /// specialize the loop. A row that does not fit is left in the encoder, as fragments.
  ///
  /// - Returns: The index of the row that does not fit, or the number of rows.
  @usableFromInline let write: (_ encoder: inout _RowEncoder, _ first: Int) throws -> Int

  /// Creates a group of records, of drafts or of values of a column.
  @inlinable
  init<Record: QueryRepresentable>(_ records: [Record]) {
    count = records.count
    record = ObjectIdentifier(Record.self)
    write = { encoder, first in
      for index in first..<records.count {
        records[index]._encode(into: &encoder)
        guard encoder.isComplete else {
          encoder.keepMismatched(records[index]._encodedColumns)
          return index
        }
        try encoder.step()
      }
      return records.count
    }
  }

  /// Creates a group of one record, draft or value of a column.
  @inlinable
  init<Record: QueryRepresentable>(of record: Record) {
    count = 1
    self.record = ObjectIdentifier(Record.self)
    write = { encoder, _ in
      record._encode(into: &encoder)
      guard encoder.isComplete else {
        encoder.keepMismatched(record._encodedColumns)
        return 0
      }
      try encoder.step()
      return 1
    }
  }

  /// Creates a group of rows of expressions.
  init(_ rows: [[EncodedColumn]]) {
    count = rows.count
    record = nil
    write = { encoder, first in
      for index in first..<rows.count {
        encoder.encode(rows[index])
        guard encoder.isComplete else {
          encoder.keepMismatched(rows[index])
          return index
        }
        try encoder.step()
      }
      return rows.count
    }
  }

  /// The values of each row, without those that the database computes.
  fileprivate var encodedRows: [[EncodedColumn]] {
    var encoder = _RowEncoder(rejectingAllRows: ())
    return (0..<count).map { row in
      // Nothing runs, so nothing fails.
      _ = try? write(&encoder, row)
      return encoder.takeMismatched() ?? []
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

/// A driver's object that runs an `INSERT` once for each of its rows.
///
/// ``Statement/_writeRows(to:)`` uses it.
///
/// Placeholders are counted from 1.
public protocol _RowWriter: AnyObject {
  /// The template of the statement that was prepared before for the same ``Statement/_rowKey``.
  ///
  /// All columns of its rows are placeholders. It is `nil` if no such statement was prepared.
  var template: _RowTemplate? { get }

  /// Prepares the statement that the next rows use, and binds all its values.
  ///
  /// Each row binds the first placeholders again. The others, in `ON CONFLICT` and `RETURNING`,
  /// keep their values.
  ///
  /// - Parameter template: The template that the next statement with the same ``Statement/_rowKey``
  ///   can start with, or `nil` if it cannot start with this one.
  func prepare(_ statement: QueryFragment, template: _RowTemplate?) throws

  /// Binds an integer.
  func bind(_ value: Int64, at index: Int)

  /// Binds a floating-point number.
  func bind(_ value: Double, at index: Int)

  /// Binds a text.
  func bind(_ value: String, at index: Int)

  /// Binds any other value.
  func bind(_ value: QueryBinding, at index: Int)

  /// Runs the statement to completion.
  ///
  /// - Throws: An error of the statement, or of a value that could not be bound.
  func step() throws
}

/// A key of statements that have the same text if their rows consist only of placeholders.
///
/// It identifies what is done with rows of one type, without other clauses.
public struct _RowKey: Hashable, Sendable {
  /// The operation on the rows.
  @usableFromInline
  package enum Purpose: Hashable, Sendable {
    /// An insertion.
    case insertion
    /// An insertion, or an update if there is a row with the same key.
    case upsert
    /// An update by primary key.
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
/// It is an object, so that it is created once for all rows that are written.
public final class _RowTemplate: Sendable {
  /// The number of placeholders.
  package let count: Int

  fileprivate init(count: Int) { self.count = count }
}

/// An encoder that binds the columns of rows to the placeholders of a statement.
///
/// The statement is made for the first row. As long as the columns of the next rows have the same
/// shape, they use the same statement.
public struct _RowEncoder: QueryEncoder {
  /// The form of a column in the statement.
  @usableFromInline enum Shape: UInt8, Sendable {
    /// A placeholder.
    case placeholder
    /// SQL with any number of placeholders.
    case expression
    /// Left to the database's default, and not in the statement.
    case unset
  }

  /// The object that runs the rows, or `nil` if the encoder only collects their columns.
  @usableFromInline let target: (any _RowWriter)?
  /// The number of columns in the statement.
  @usableFromInline var count: Int
  /// The shapes of the columns; empty if all are placeholders.
  @usableFromInline var shapes: [Shape] = []
  private var expressions: [[UInt8]] = []
  @usableFromInline var column = 0
  @usableFromInline var placeholder = 0
  @usableFromInline var isFitting: Bool
  /// The columns of the row that did not fit.
  @usableFromInline var mismatched: [EncodedColumn]?

  @inline(__always)
  fileprivate init(_ target: any _RowWriter) {
    self.init(target, target.template)
  }

  /// Creates an encoder that no row fits.
  fileprivate init(rejectingAllRows: ()) { self.init(nil, nil) }

  @inline(__always)
  private init(_ target: (any _RowWriter)?, _ template: _RowTemplate?) {
    self.target = target
    count = template?.count ?? 0
    isFitting = template != nil
    mismatched = nil
  }

  /// Whether all columns of the row are bound.
  @inlinable var isComplete: Bool { isFitting && column == count }

  /// Encodes an integer.
  @inlinable
  public mutating func encode(_ value: Int64) {
    if takesPlaceholder() { target?.bind(value, at: placeholder) }
  }

  /// Encodes a floating-point number.
  @inlinable
  public mutating func encode(_ value: Double) {
    if takesPlaceholder() { target?.bind(value, at: placeholder) }
  }

  /// Encodes a text.
  @inlinable
  public mutating func encode(_ value: String) {
    if takesPlaceholder() { target?.bind(value, at: placeholder) }
  }

  /// Encodes a bound value.
  @inlinable
  public mutating func encode(_ binding: QueryBinding) {
    if takesPlaceholder() { target?.bind(binding, at: placeholder) }
  }

  /// Encodes an expression.
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

  /// Omits a column that the database computes.
  @inlinable
  public mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {}

  /// Omits columns that have a default.
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

  /// Keeps a row that did not fit for the code that makes statements.
  @usableFromInline
  mutating func keepMismatched(_ row: [EncodedColumn]) {
    mismatched = row.filter { !$0.isGenerated }
  }

  fileprivate mutating func takeMismatched() -> [EncodedColumn]? {
    defer { mismatched = nil }
    return mismatched
  }

  /// Continues with a statement that was made for a row that did not fit.
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
    QueryBindingError(
      "A row encodes different columns each time it is encoded. Encode the same columns each time."
    )
  }
}

extension EncodedColumn {
  fileprivate var shape: _RowEncoder.Shape {
    if isUnset { return .unset }
    return fragment.isPlaceholder ? .placeholder : .expression
  }
}

extension QueryFragment {
  /// Whether it is a single value and nothing else.
  var isPlaceholder: Bool { code.count == 1 && code[0] == Mark.binding }
}

extension InsertRows {
  /// Runs a statement once for each row, with as few statements as possible.
  ///
  /// Records whose columns have the same shapes share one statement. A column that is left to the
  /// database's default in one row but not in the next needs another. An error ends the loop; the
  /// driver undoes what the previous rows wrote.
  ///
  /// - Parameters:
  ///   - target: The object that runs the rows.
  ///   - isCached: Returns whether the statement may be kept for later rows with the same key.
  ///   - statement: Returns the statement for a row.
  @usableFromInline
  func write(
    to target: any _RowWriter,
    isCached: () -> Bool,
    _ statement: (_ columns: [EncodedColumn]) -> QueryFragment
  ) throws {
    var encoder = _RowEncoder(target)
    if let first { try encoder.write(first, to: target, isCached: isCached, statement) }
    for group in others { try encoder.write(group, to: target, isCached: isCached, statement) }
  }
}

extension _RowEncoder {
  fileprivate mutating func write(
    _ group: _RowGroup,
    to target: any _RowWriter,
    isCached: () -> Bool,
    _ statement: (_ columns: [EncodedColumn]) -> QueryFragment
  ) throws {
    var next = try group.write(&self, 0)
    // Nearly always, all rows fit.
    guard mismatched != nil else { return }
    while let row = takeMismatched() {
      let isPlain = row.allSatisfy { $0.shape == .placeholder } && isCached()
      try target.prepare(statement(row), template: isPlain ? _RowTemplate(count: row.count) : nil)
      expect(row)
      let previous = next
      next = try group.write(&self, previous)
      if mismatched != nil, next == previous { throw QueryBindingError.changingColumns }
    }
  }
}
