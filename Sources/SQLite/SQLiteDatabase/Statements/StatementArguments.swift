public import DatabaseTypes

/// Values for the parameters of a statement, either positional or named.
///
/// ```swift
/// try db.execute(sql: "UPDATE lists SET title = ? WHERE id = ?", arguments: ["Home", 7])
/// try db.execute(
///   sql: "UPDATE lists SET title = :title WHERE id = :id",
///   arguments: ["title": "Home", "id": 7]
/// )
/// ```
///
/// Names are given without their prefix.
public struct StatementArguments: Sendable, Hashable {
  /// The values, without an array for a single one, as in lookups by key.
  ///
  /// - Invariant: `positional` has at least two values, and `named` at least one, so that equal
  ///   arguments are equal cases.
  enum Storage: Sendable, Hashable {
    case none
    case one(DatabaseValue)
    case positional([DatabaseValue])
    case named([String: DatabaseValue])
    /// A value cannot be stored, which is reported when the statement is run.
    indirect case failed(ConversionFailure)
    /// The arguments cannot be combined, which is reported when the statement is run.
    indirect case unusable(String)
  }

  var storage: Storage

  /// Creates empty arguments.
  public init() { storage = .none }

  /// Creates positional arguments.
  public init(values: [DatabaseValue]) {
    storage =
      switch values.count {
      case 0: .none
      case 1: .one(values[0])
      default: .positional(values)
      }
  }

  /// Creates named arguments.
  public init(namedValues: [String: DatabaseValue]) {
    storage = namedValues.isEmpty ? .none : .named(namedValues)
  }

  /// Creates positional arguments of convertible types.
  @inlinable
  public init(_ arguments: [(any DatabaseValueConvertible)?]) {
    self.init()
    for index in arguments.indices { append(arguments[index]) }
  }

  /// Creates named arguments of convertible types.
  ///
  /// If a name occurs more than once, its last value wins.
  public init(_ arguments: [(String, (any DatabaseValueConvertible)?)]) {
    var values: [String: DatabaseValue] = [:]
    do throws(ConversionFailure) {
      for (name, argument) in arguments { values[name] = try Self.value(argument) }
    } catch {
      self.init()
      storage = .failed(error)
      return
    }
    self.init(namedValues: values)
  }
}

extension StatementArguments {
  /// The values of positional parameters.
  public var values: [DatabaseValue] {
    switch storage {
    case .one(let value): [value]
    case .positional(let values): values
    case .none, .named, .failed, .unusable: []
    }
  }

  /// The values of named parameters.
  public var namedValues: [String: DatabaseValue] {
    if case .named(let values) = storage { values } else { [:] }
  }

  /// Whether there are no arguments.
  public var isEmpty: Bool { count == 0 }

  private var count: Int {
    switch storage {
    case .none, .failed, .unusable: 0
    case .one: 1
    case .positional(let values): values.count
    case .named(let values): values.count
    }
  }

  @usableFromInline
  package mutating func append(_ argument: (any DatabaseValueConvertible)?) {
    do throws(ConversionFailure) { append(try Self.value(argument)) } catch {
      if problem == nil { storage = .failed(error) }
    }
  }

  mutating func append(_ value: DatabaseValue) {
    switch storage {
    case .none: storage = .one(value)
    case .one(let first): storage = .positional([first, value])
    case .positional(var values):
      // Release the stored array, so that it grows in place.
      storage = .none
      values.append(value)
      storage = .positional(values)
    case .named, .failed, .unusable: break
    }
  }

  private static func value(
    _ argument: (any DatabaseValueConvertible)?
  ) throws(ConversionFailure) -> DatabaseValue {
    do { return try argument?.checkedDatabaseValue ?? .null } catch {
      throw conversionFailure(error)
    }
  }

  private static func conversionFailure(_ error: any Error) -> ConversionFailure {
    error as? ConversionFailure
      ?? ConversionFailure(expectedType: "a value", found: nil, reason: "its conversion failed")
  }
}

extension StatementArguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates positional arguments.
  @inlinable
  public init(arrayLiteral elements: (any DatabaseValueConvertible)?...) { self.init(elements) }

  /// Creates named arguments.
  public init(dictionaryLiteral elements: (String, (any DatabaseValueConvertible)?)...) {
    self.init(elements)
  }
}

extension StatementArguments: CustomStringConvertible, CustomDebugStringConvertible {
  /// The number of arguments.
  ///
  /// Values may be private, so only `debugDescription` shows them.
  public var description: String { plural(count, "argument") }

  /// The values.
  public var debugDescription: String {
    let named = namedValues.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.sqlLiteral)" }
    return "[" + (values.map(\.sqlLiteral) + named).joined(separator: ", ") + "]"
  }
}
