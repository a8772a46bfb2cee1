public import DatabaseTypes
public import DynamicColumns
import SQLiteDatabase

/// The values that a record gives to columns, in order.
///
/// ```swift
/// func encode(to container: inout PersistenceContainer) {
///   container["id"] = id
///   container["createdAt"] = createdAt   // by the record's strategy for dates
/// }
/// ```
///
/// Column names are case-insensitive. If a column gets several values, the last one counts.
public struct PersistenceContainer: Sendable {
  /// The expected columns, of which the first have values.
  ///
  /// Records of a type nearly always have the same columns, so they share the list.
  private(set) var layout: ContainerLayout
  /// The values of the first columns.
  private(set) var values: [DatabaseValue] = []
  /// The columns so far, if they differ from the expected ones; then no columns are expected.
  private var growing: GrowingLayout?
  /// The way that values are stored.
  var encoding: RecordEncoding
  /// The first error of a value that cannot be stored.
  private(set) var failure: (any Error)?
  /// The type that the library encoded, if it did.
  ///
  /// The library may then encode other records of the type in the same way.
  var encodedBy: ObjectIdentifier?

  /// Creates a container without values.
  public init() { self.init(.standard, expecting: .empty) }

  init(_ encoding: RecordEncoding, expecting layout: ContainerLayout) {
    self.encoding = encoding
    self.layout = layout
    values.reserveCapacity(layout.columns.count)
  }

  /// Creates a container with the values of the first columns.
  init(_ encoding: RecordEncoding, _ layout: ContainerLayout, _ values: [DatabaseValue]) {
    self.encoding = encoding
    self.layout = layout
    self.values = values
  }
}

extension PersistenceContainer {
  /// The names of the columns that have values, including NULL.
  public var columns: [String] { growing?.columns ?? Array(layout.columns.prefix(values.count)) }

  /// Whether no column has a value.
  public var isEmpty: Bool { values.isEmpty }

  /// Accesses the value of a column; `nil` if the column has no value, or the value NULL.
  ///
  /// A value is stored according to the strategies of the record. If it cannot be stored, the error
  /// is thrown when the record is stored.
  public subscript(column: String) -> (any DatabaseValueConvertible)? {
    get {
      let value = databaseValue(forColumn: column)
      return value == .null ? nil : value
    }
    set {
      do {
        let value = try newValue.map { try encoding.databaseValue(of: $0, inColumn: column) }
        set(value ?? .null, forColumn: column)
      } catch {
        note(error, column: column)
      }
    }
  }

  /// Accesses the value of a column: `container[Columns.name] = name`.
  public subscript(column: some ColumnExpression) -> (any DatabaseValueConvertible)? {
    get { self[column.name] }
    set { self[column.name] = newValue }
  }

  /// Accesses the value of a coding key's column.
  @_disfavoredOverload  // A column name may also be a coding key.
  public subscript(key: some CodingKey) -> (any DatabaseValueConvertible)? {
    get { self[key.stringValue] }
    set { self[key.stringValue] = newValue }
  }

  /// Returns the stored value of a column; `nil` if the column has no value.
  public func databaseValue(forColumn column: String) -> DatabaseValue? {
    index(of: column).map { values[$0] }
  }
}

extension PersistenceContainer {
  /// Returns the value of a column that is probably at an index.
  func value(at index: Int, of column: String) -> DatabaseValue? {
    guard index < values.count, index < layout.columns.count, layout.columns[index] == column else {
      return databaseValue(forColumn: column)
    }
    return values[index]
  }

  /// Returns the index of a column that has a value.
  func index(of column: String) -> Int? {
    if let growing { return growing.index(of: column) }
    return layout.index(of: column).flatMap { $0 < values.count ? $0 : nil }
  }

  @inline(__always)
  mutating func set(_ value: DatabaseValue, forColumn column: String) {
    let count = values.count
    // The next expected column has no value yet, since column names are unique.
    if count < layout.columns.count, layout.columns[count] == column {
      values.append(value)
    } else {
      insert(value, forColumn: column)
    }
  }

  @inline(never)
  private mutating func insert(_ value: DatabaseValue, forColumn column: String) {
    insert(value, forColumn: column, key: column)
  }

  private mutating func insert(_ value: DatabaseValue, forColumn column: String, key: String) {
    if let index = index(of: column) { return values[index] = value }
    if growing == nil {
      growing = GrowingLayout(layout, count: values.count)
      layout = .empty
    }
    growing?.append(column, key: key)
    values.append(value)
  }

  @inline(never)
  mutating func note(_ error: any Error, column: String) {
    guard failure == nil else { return }
    guard let conversion = error as? ConversionFailure else { return failure = error }
    failure = RecordError.cannotBeStored(
      column: column,
      record: encoding.record.map { "\($0)" } ?? "a record",
      conversion
    )
  }

  /// Sets the value of a coding key.
  @inline(__always)
  mutating func set(_ value: DatabaseValue, forKey key: some CodingKey) {
    let count = values.count
    if count < layout.keys.count, layout.keys[count] == key.stringValue {
      values.append(value)
    } else {
      insert(value, forKey: key)
    }
  }

  @inline(never)
  private mutating func insert(_ value: DatabaseValue, forKey key: some CodingKey) {
    insert(value, forColumn: encoding.column(of: key), key: key.stringValue)
  }

  /// Moves the container out of a variable, so that its values have a single owner.
  static func take(_ container: inout PersistenceContainer) -> PersistenceContainer {
    var taken = PersistenceContainer(container.encoding, expecting: .empty)
    swap(&taken, &container)
    return taken
  }

  /// Replaces the layout by an equal one.
  mutating func use(_ layout: ContainerLayout) { self.layout = layout }

  /// Creates a layout of the columns that have values, unless they are the expected ones.
  mutating func finish() throws {
    if let failure { throw failure }
    if let growing {
      layout = ContainerLayout(growing)
      self.growing = nil
    } else if values.count < layout.columns.count {
      layout = ContainerLayout(columns, keys: Array(layout.keys.prefix(values.count)))
    }
  }
}

/// The names of columns, in order.
///
/// It is an object, so that layouts can be compared by identity.
final class ContainerLayout: Sendable {
  let columns: [String]
  /// The coding keys of the columns.
  let keys: [String]
  /// The names of the columns, unordered.
  let columnSet: Set<String>
  private let indexes: [ByteText: Int]

  static let empty = ContainerLayout([], keys: [])

  convenience init(_ columns: [String], keys: [String]) {
    self.init(GrowingLayout(columns, keys: keys))
  }

  fileprivate init(_ columns: GrowingLayout) {
    self.columns = columns.columns
    keys = columns.keys
    columnSet = Set(columns.columns)
    indexes = columns.indexes
  }

  func index(of column: String) -> Int? { indexes[ByteText.foldingASCII(column)] }
}

/// A growing list of column names, with constant time for each addition.
private struct GrowingLayout: Sendable {
  private(set) var columns: [String] = []
  private(set) var keys: [String] = []
  private(set) var indexes: [ByteText: Int] = [:]

  init(_ columns: some Sequence<String>, keys: some Sequence<String>) {
    for (column, key) in zip(columns, keys) { append(column, key: key) }
  }

  /// Creates a list of the first columns of a layout.
  init(_ layout: ContainerLayout, count: Int) {
    self.init(layout.columns.prefix(count), keys: layout.keys.prefix(count))
  }

  mutating func append(_ column: String, key: String) {
    let name = ByteText.foldingASCII(column)
    if indexes[name] == nil { indexes[name] = columns.count }
    columns.append(column)
    keys.append(key)
  }

  func index(of column: String) -> Int? { indexes[ByteText.foldingASCII(column)] }
}
