/// What a fragment says to databases other than SQLite, where SQLite's text leaves it open.
///
/// It stands in a fragment's code after ``Mark/hint``, and is nothing in SQLite's SQL.
package enum DialectHint: UInt8, Sendable {
  /// What follows is SQLite's number of a row.
  case rowid = 0x21
  /// A statement in `FROM` ends here that has no name.
  case unnamedRows = 0x23
  /// The value that follows is stored in a primary key, where NULL stands for a key that the database makes.
  case keyValue = 0x26
  /// A generated column ends here that is computed when it is read.
  case computed = 0x2A
  /// What follows asks by SQLite's number of a row whether there is a row.
  case rowIsPresent = 0x25

  /// The name that follows is that of a function which SQLite does not have, up to its first space.
  case serverFunction = 0x27
  /// The ` MATCH ` that follows is the operator of PostgreSQL's full-text search.
  case textMatch = 0x28

  /// What follows is of an array of PostgreSQL's, which SQLite has as a list in JSON.
  case array = 0x2B

  /// The next call gives an integer in Swift.
  case integer = 0x30
  /// The next call gives a floating-point number in Swift.
  case real = 0x31
  /// The next call gives a truth value in Swift.
  case truth = 0x32
  /// The next call gives a moment in Swift.
  case moment = 0x33
  /// The next call gives a UUID in Swift.
  case identifier = 0x34
  /// The next call gives a text in Swift.
  case text = 0x35
  /// The next call gives bytes in Swift.
  case bytes = 0x36
  /// The next call gives a document of JSON.
  case document = 0x37
  /// The next call gives an integer that counts parts of one.
  case units = 0x38
  /// The next call gives a decimal number in Swift.
  case decimal = 0x39

  /// The next call gives a list of integers in Swift.
  case integers = 0x40
  /// The next call gives a list of floating-point numbers in Swift.
  case reals = 0x41
  /// The next call gives a list of truth values in Swift.
  case truths = 0x42
  /// The next call gives a list of moments in Swift.
  case moments = 0x43
  /// The next call gives a list of UUIDs in Swift.
  case identifiers = 0x44
  /// The next call gives a list of texts in Swift.
  case texts = 0x45
}

/// A type that knows as what databases other than SQLite store its values.
package protocol HintedType {
  static var dialectHint: DialectHint { get }
}

extension DialectHint {
  /// As what another database stores the values of a type; `nil` where that is not known.
  ///
  /// It costs casts, so that it is asked for where a database is told more than SQLite is.
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

  /// The type of PostgreSQL.
  package var postgresType: StaticString? {
    switch self {
    case .integer, .units: "bigint"
    case .decimal: "numeric"
    case .real: "double precision"
    case .truth: "boolean"
    case .moment: "timestamptz"
    case .identifier: "uuid"
    case .text: "text"
    case .bytes: "bytea"
    case .document: "jsonb"
    case .integers: "bigint[]"
    case .reals: "double precision[]"
    case .truths: "boolean[]"
    case .moments: "timestamptz[]"
    case .identifiers: "uuid[]"
    case .texts: "text[]"
    case .rowid, .unnamedRows, .rowIsPresent, .keyValue, .computed, .serverFunction, .textMatch,
      .array:
      nil
    }
  }

  /// As what another database stores lists of what this says.
  package var list: DialectHint? {
    switch self {
    case .integer: .integers
    case .real: .reals
    case .truth: .truths
    case .moment: .moments
    case .identifier: .identifiers
    case .text: .texts
    default: nil
    }
  }

  /// As what another database stores the elements of lists.
  package var element: DialectHint? {
    switch self {
    case .integers: .integer
    case .reals: .real
    case .truths: .truth
    case .moments: .moment
    case .identifiers: .identifier
    case .texts: .text
    default: nil
    }
  }
}
