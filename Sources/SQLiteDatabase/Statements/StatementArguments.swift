public import DatabaseTypes

/// Values for the parameters of a statement: by position, or by name.
///
/// ```swift
/// try db.execute(sql: "UPDATE lists SET title = ? WHERE id = ?", arguments: ["Home", 7])
/// try db.execute(sql: "UPDATE lists SET title = :title WHERE id = :id", arguments: ["title": "Home", "id": 7])
/// ```
///
/// Names are without their sigil.
public struct StatementArguments: Sendable, Hashable {
  /// The values of parameters by position.
  public private(set) var values: [DatabaseValue]
  /// The values of parameters by name.
  public private(set) var namedValues: [String: DatabaseValue]
  /// Why a value cannot be stored, kept until the statement is run.
  let failure: ConversionFailure?

  /// No arguments.
  public init() { self.init(values: []) }

  /// Arguments by position.
  public init(values: [DatabaseValue]) {
    self.values = values
    namedValues = [:]
    failure = nil
  }

  /// Arguments by name.
  public init(namedValues: [String: DatabaseValue]) {
    values = []
    self.namedValues = namedValues
    failure = nil
  }

  /// Arguments by position, of any convertible types.
  public init(_ arguments: [(any DatabaseValueConvertible)?]) {
    var failure: ConversionFailure?
    values = arguments.map { Self.value($0, &failure) }
    namedValues = [:]
    self.failure = failure
  }

  /// Arguments by name, of any convertible types.
  ///
  /// Of values for one name, the last counts.
  public init(_ arguments: [(String, (any DatabaseValueConvertible)?)]) {
    var failure: ConversionFailure?
    values = []
    namedValues = Dictionary(
      arguments.map { ($0.0, Self.value($0.1, &failure)) },
      uniquingKeysWith: { _, last in last }
    )
    self.failure = failure
  }

  /// Whether there are none.
  public var isEmpty: Bool { values.isEmpty && namedValues.isEmpty }

  private static func value(
    _ argument: (any DatabaseValueConvertible)?,
    _ failure: inout ConversionFailure?
  ) -> DatabaseValue {
    do {
      return try argument?.databaseValue ?? .null
    } catch let error as ConversionFailure {
      failure = failure ?? error
    } catch {
      failure =
        failure
        ?? ConversionFailure(expectedType: "a value", found: nil, reason: "its conversion failed")
    }
    return .null
  }
}

extension StatementArguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Arguments by position.
  public init(arrayLiteral elements: (any DatabaseValueConvertible)?...) { self.init(elements) }

  /// Arguments by name.
  public init(dictionaryLiteral elements: (String, (any DatabaseValueConvertible)?)...) {
    self.init(elements)
  }
}

extension StatementArguments: CustomStringConvertible, CustomDebugStringConvertible {
  /// How many there are: values may be private, so that only `debugDescription` shows them.
  public var description: String { "\(values.count + namedValues.count) arguments" }

  /// The values.
  public var debugDescription: String {
    let named = namedValues.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.sqlLiteral)" }
    return "[" + (values.map(\.sqlLiteral) + named).joined(separator: ", ") + "]"
  }
}
