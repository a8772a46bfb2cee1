public import DatabaseTypes
public import DynamicColumns
import TypedSQL

/// The columns of a record by its properties, as closures of requests name them.
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
/// A column is called as the property is, or as the record's `databaseColumnEncodingStrategy` says.
/// Coding keys that have other names are not seen: such a record writes ``TableRecord/databaseComponents``.
///
/// To find a column takes a few microseconds each time that a closure names it. The compiler checks the names of the
/// properties. That a property has no column is an error of SQLite's, when the request runs; that it is computed, or has one
/// value only, and so stands for none, an ``UnstoredPropertyError``.
@dynamicMemberLookup
public struct RecordColumns<Record>: Sendable {
  init() {}

  /// The column of a stored property.
  public subscript<Value>(dynamicMember property: KeyPath<Record, Value>) -> Column {
    guard let name = Self.name(of: property) else {
      return Column(failing: UnstoredPropertyError(record: "\(Record.self)"))
    }
    return Column(Self.columnName(of: name))
  }

  /// The name of a stored property; `nil` where it is computed, or takes no room, so that it cannot be told from the next.
  private static func name<Value>(of property: KeyPath<Record, Value>) -> String? {
    guard let offset = MemoryLayout<Record>.offset(of: property) else {
      return Record.self is AnyObject.Type ? describedName(of: property) : nil
    }
    guard MemoryLayout<Value>.size > 0 else { return nil }
    return StoredProperties.name(at: offset, of: Value.self, in: Record.self)
  }

  /// The name of a property of a class.
  ///
  /// A key path is described by the names of the properties that it goes through: `\Player.score`. What has no name, as
  /// a computed property, stands in angle brackets.
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

/// A property that a closure of a request names, and that stands for no column, as it is computed.
public struct UnstoredPropertyError: Hashable, _DescribedError {
  /// The type of the record.
  public let record: String

  /// What happened, and what to do.
  public var description: String {
    "A closure of a request names a property of \(record) that is computed, wrapped, or of a class that is not final, and "
      + "so stands for no column: name the columns in a type of their own, and say static var databaseComponents: "
      + "Columns.Type { Columns.self }."
  }
}
