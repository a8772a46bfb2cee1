public import DatabaseTypes
public import DynamicColumns
import TypedSQL

/// The columns of a record by its properties, for closures of requests.
///
/// ```swift
/// struct Player: Codable, FetchableRecord, PersistableRecord {
///   var id: Int64
///   var score: Int
/// }
/// Player.filter { $0.score > 10 }.order { $0.score.desc }
/// // … WHERE ("player"."score") > (10) ORDER BY "player"."score" DESC
/// ```
///
/// A column has the name of the property, or the name that the record's
/// `databaseColumnEncodingStrategy` gives it. Coding keys with other names are not taken into
/// account: such a record implements ``TableRecord/databaseComponents``.
///
/// Finding a column takes a few microseconds each time a closure names it. The compiler checks the
/// names of properties. If a property has no column, SQLite reports an error when the request runs.
/// If it is computed, or has a type with a single value, so that no column can be determined, that
/// is an ``UnstoredPropertyError``.
@dynamicMemberLookup
public struct RecordColumns<Record>: Sendable {
  init() {}

  /// Accesses the column of a stored property.
  public subscript<Value>(dynamicMember property: KeyPath<Record, Value>) -> Column {
    guard let name = Self.name(of: property) else {
      return Column(failing: UnstoredPropertyError(record: "\(Record.self)"))
    }
    return Column(Self.columnName(of: name))
  }

  /// Returns the name of a stored property; `nil` if it is computed or has no size.
  ///
  /// A property without size cannot be distinguished from the next one.
  private static func name<Value>(of property: KeyPath<Record, Value>) -> String? {
    guard let offset = MemoryLayout<Record>.offset(of: property) else {
      return Record.self is AnyObject.Type ? describedName(of: property) : nil
    }
    guard MemoryLayout<Value>.size > 0 else { return nil }
    return StoredProperties.name(at: offset, of: Value.self, in: Record.self)
  }

  /// Returns the name of a property of a class.
  ///
  /// A key path is described by the names of its properties: `\Player.score`. Properties without a
  /// name, such as computed ones, are described in angle brackets.
  /// https://github.com/swiftlang/swift-evolution/blob/main/proposals/0369-add-customdebugdescription-conformance-to-anykeypath.md
  private static func describedName(of property: PartialKeyPath<Record>) -> String? {
    let description = property.debugDescription
    guard let dot = description.lastIndex(of: ".") else { return nil }
    let name = description[description.index(after: dot)...]
    return name.isEmpty || name.contains { "<>?![]() ".contains($0) } ? nil : String(name)
  }

  private static func columnName(of property: String) -> String {
    if let record = Record.self as? any EncodableRecord.Type {
      return record.databaseColumnEncodingStrategy.columnName(ofProperty: property)
    }
    if let record = Record.self as? any FetchableRecord.Type,
      case .convertFromSnakeCase = record.databaseColumnDecodingStrategy
    {
      return snakeCase(property)
    }
    return property
  }
}

extension DatabaseColumnEncodingStrategy {
  fileprivate func columnName(ofProperty name: String) -> String {
    switch self {
    case .useDefaultKeys: name
    case .convertToSnakeCase: snakeCase(name)
    case .custom(let column): column(PropertyKey(stringValue: name))
    }
  }
}

/// A coding key with the name of a property.
private struct PropertyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

/// An error for a property that has no column because it is not stored.
public struct UnstoredPropertyError: Hashable, _SelfDescribingError {
  /// The name of the record type.
  public let record: String

  /// The problem, and what to do about it.
  public var description: String {
    "A request's closure uses a property of \(record) that is computed, wrapped, or of a class that is not "
      + "final, so it has no column. Declare the columns in a separate type, and implement static var "
      + "databaseComponents: "
      + "Columns.Type { Columns.self }."
  }
}
