/// A fact in a fragment for databases other than SQLite, which SQLite's text leaves open.
///
/// It follows ``Mark/hint`` in a fragment's code, and adds nothing to SQLite's SQL.
package enum DialectHint: UInt8, Sendable {
  /// A rowid of SQLite follows.
  case rowid = 0x21
  /// A statement in `FROM` that has no name ends here.
  case unnamedRows = 0x23
  /// A value stored in a primary key follows, where NULL stands for a key that the database
  /// generates.
  case keyValue = 0x26
  /// A generated column that is computed when it is read ends here.
  case computed = 0x2A
  /// A condition follows that tests by SQLite's rowid whether there is a row.
  case rowIsPresent = 0x25

  /// The name of a function that SQLite does not have follows, up to its first space.
  case serverFunction = 0x27
  /// The ` MATCH ` that follows is PostgreSQL's operator for full-text search.
  case textMatch = 0x28

  /// A literal follows twice: as others write it, each byte in a hint of its own, and then as
  /// SQLite does. What SQLite has no literal for is bound.
  case otherLiteral = 0x29

  /// An expression of a PostgreSQL array follows, which SQLite has as a JSON list.
  case array = 0x2B

  /// The rows that a statement inserts follow.
  case insertedRows = 0x50
  /// An `ORDER BY` follows: databases sort NULL to different ends.
  case order = 0x51

  /// The next call returns an integer in Swift.
  case integer = 0x30
  /// The next call returns a floating-point number in Swift.
  case real = 0x31
  /// The next call returns a truth value in Swift.
  case boolean = 0x32
  /// The next call returns a point in time in Swift.
  case date = 0x33
  /// The next call returns a UUID in Swift.
  case identifier = 0x34
  /// The next call returns a text in Swift.
  case text = 0x35
  /// The next call returns bytes in Swift.
  case bytes = 0x36
  /// The next call returns a JSON document.
  case document = 0x37
  /// The next call returns an integer that counts fractions of one.
  case scaledInteger = 0x38
  /// The next call returns a decimal number in Swift.
  case decimal = 0x39

  /// The next call returns a list of integers in Swift.
  case integers = 0x40
  /// The next call returns a list of floating-point numbers in Swift.
  case reals = 0x41
  /// The next call returns a list of truth values in Swift.
  case booleans = 0x42
  /// The next call returns a list of points in time in Swift.
  case dates = 0x43
  /// The next call returns a list of UUIDs in Swift.
  case identifiers = 0x44
  /// The next call returns a list of texts in Swift.
  case texts = 0x45
}

/// A type that knows how databases other than SQLite store its values.
package protocol HintedType {
  static var dialectHint: DialectHint { get }
}

extension DialectHint {
  /// Creates the hint for how another database stores a type's values, or `nil` if that is not
  /// known.
  ///
  /// It performs dynamic casts, so use it only where a database needs to know more than SQLite.
  package init?(of type: any Any.Type) {
    switch type {
    case is Int.Type: self = .integer
    case is Double.Type: self = .real
    case is String.Type: self = .text
    case let type as any HintedType.Type: self = type.dialectHint
    case is any BinaryInteger.Type: self = .integer
    case is any BinaryFloatingPoint.Type: self = .real
    case let type as any _OptionalProtocol.Type: self.init(wrappedBy: type)
    case let type as any RawRepresentable.Type: self.init(rawValueOf: type)
    case is any LosslessStringConvertible.Type: self = .text
    default: return nil
    }
  }

  private init?<T: _OptionalProtocol>(wrappedBy type: T.Type) { self.init(of: T.Wrapped.self) }

  private init?<T: RawRepresentable>(rawValueOf type: T.Type) { self.init(of: T.RawValue.self) }

  /// The PostgreSQL type.
  package var postgresType: StaticString? {
    switch self {
    case .integer, .scaledInteger: "bigint"
    case .decimal: "numeric"
    case .real: "double precision"
    case .boolean: "boolean"
    case .date: "timestamptz"
    case .identifier: "uuid"
    case .text: "text"
    case .bytes: "bytea"
    case .document: "jsonb"
    case .integers: "bigint[]"
    case .reals: "double precision[]"
    case .booleans: "boolean[]"
    case .dates: "timestamptz[]"
    case .identifiers: "uuid[]"
    case .texts: "text[]"
    case .rowid, .unnamedRows, .rowIsPresent, .keyValue, .computed, .serverFunction, .textMatch,
      .otherLiteral, .array, .insertedRows, .order:
      nil
    }
  }

  /// The hint for a list of such values.
  package var list: DialectHint? {
    switch self {
    case .integer: .integers
    case .real: .reals
    case .boolean: .booleans
    case .date: .dates
    case .identifier: .identifiers
    case .text: .texts
    default: nil
    }
  }

  /// The hint for an element of such a list.
  package var element: DialectHint? {
    switch self {
    case .integers: .integer
    case .reals: .real
    case .booleans: .boolean
    case .dates: .date
    case .identifiers: .identifier
    case .texts: .text
    default: nil
    }
  }
}
