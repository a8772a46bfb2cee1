import Foundation

extension DatabaseValueConvertible where Self: Codable {
  /// TEXT: JSON with sorted keys; ``DatabaseValue/unstorable`` if it cannot be encoded.
  public var databaseValue: DatabaseValue {
    .storable { try JSONConversion.text(of: self) }
  }

  /// Decodes an instance from JSON.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    // Prefer the type's own `fromDatabaseValue(_:)`, unless that function itself is asking for the
    // JSON.
    if !DefaultImplementationProbe.isAsking(Self.self) {
      let probe = DefaultImplementationProbe(Self.self)
      if let value = probe.ask({ Self.fromDatabaseValue(databaseValue) }) {
        self = value
        return
      }
      guard probe.isStopped else { throw .mismatch(Self.self, found: databaseValue.storageClass) }
    }
    self = try JSONConversion.value(Self.self, from: databaseValue)
  }
}

// A type that is only `Encodable` decodes itself, with `fromDatabaseValue(_:)` or an initializer.
extension DatabaseValueConvertible where Self: Encodable {
  /// TEXT: JSON with sorted keys; ``DatabaseValue/unstorable`` if it cannot be encoded.
  public var databaseValue: DatabaseValue {
    .storable { try JSONConversion.text(of: self) }
  }
}

extension DatabaseValueConvertible
where Self: Encodable & RawRepresentable, RawValue: DatabaseValueConvertible {
  /// The stored form of the raw value.
  public var databaseValue: DatabaseValue { rawValue.databaseValue }
}

// An enumeration with a raw value that is also `Codable` is stored as its raw value.
extension DatabaseValueConvertible
where Self: Codable & RawRepresentable, RawValue: DatabaseValueConvertible {
  /// The stored form of the raw value.
  public var databaseValue: DatabaseValue { rawValue.databaseValue }

  /// Decodes an instance from a raw value.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    guard let value = Self.fromDatabaseValue(databaseValue) else {
      throw try Self._rawValueFailure(databaseValue)
    }
    self = value
  }
}

/// The conversion of `Codable` values to and from JSON.
enum JSONConversion {
  static func text(of value: some Encodable) throws(ConversionFailure) -> DatabaseValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    } catch {
      throw .unrepresentable(type(of: value), found: nil, reason: "it cannot be encoded as JSON")
    }
  }

  static func value<Value: Decodable>(
    _ type: Value.Type,
    from value: DatabaseValue
  ) throws(ConversionFailure) -> Value {
    let data: Data
    switch value {
    case .text(let text): data = Data(text.utf8)
    case .blob(let bytes): data = Data(bytes)
    default: throw .mismatch(type, found: value.storageClass)
    }
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      // The decoder's error may quote the value, so report only its path.
      throw .unrepresentable(
        type,
        found: value.storageClass,
        reason: "the JSON does not fit\(path(of: error))"
      )
    }
  }

  private static func path(of error: any Error) -> String {
    guard let context = (error as? DecodingError)?.context, !context.codingPath.isEmpty else {
      return ""
    }
    return " at " + context.codingPath.map(name(of:)).joined(separator: ".")
  }

  /// Returns the name of a property.
  ///
  /// Dictionary keys are content and are not reported.
  private static func name(of key: any CodingKey) -> String {
    Mirror(reflecting: key).displayStyle == .enum ? key.stringValue : "…"
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context),
      .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
