public import Foundation

/// A type that gives values to columns.
///
/// An `Encodable` type needs nothing more: the columns have the names of its coding keys. Others write
/// `encode(to:)`:
///
/// ```swift
/// extension Place: EncodableRecord {
///   func encode(to container: inout PersistenceContainer) {
///     container["id"] = id
///     container["latitude"] = coordinate.latitude
///   }
/// }
/// ```
public protocol EncodableRecord: SendableMetatype {
  /// Gives values to columns.
  ///
  /// - Throws: ``ConversionFailure`` for a value that cannot be stored, or an error of the type's own.
  func encode(to container: inout PersistenceContainer) throws

  /// The type of ``databaseEncodingUserInfo``: a dictionary of any values.
  associatedtype EncodingUserInfo: _CodingUserInfo = [CodingUserInfoKey: any Sendable]

  /// What `encoder.userInfo` has while a record is encoded.
  static var databaseEncodingUserInfo: EncodingUserInfo { get }

  /// What encodes the JSON of a column.
  static func databaseJSONEncoder(for column: String) -> JSONEncoder

  /// How the `Data` of a column is stored.
  static func databaseDataEncodingStrategy(for column: String) -> DatabaseDataEncodingStrategy

  /// How the `Date` of a column is stored.
  static func databaseDateEncodingStrategy(for column: String) -> DatabaseDateEncodingStrategy

  /// How the `UUID` of a column is stored.
  static func databaseUUIDEncodingStrategy(for column: String) -> DatabaseUUIDEncodingStrategy

  /// Which column a coding key has.
  static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy { get }

  /// Gives values to the columns of an encoder that serves many records.
  @_documentation(visibility: internal)
  func _encode(into encoder: _RecordEncoder) throws
}

extension EncodableRecord {
  /// Nothing.
  public static var databaseEncodingUserInfo: [CodingUserInfoKey: any Sendable] { [:] }

  /// An encoder that writes data in Base64, dates in milliseconds since 1970, and sorted keys.
  public static func databaseJSONEncoder(for column: String) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dataEncodingStrategy = .base64
    encoder.dateEncodingStrategy = .millisecondsSince1970
    encoder.nonConformingFloatEncodingStrategy = .throw
    // So that equal values are equal texts.
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  /// As blobs.
  public static func databaseDataEncodingStrategy(
    for column: String
  ) -> DatabaseDataEncodingStrategy {
    .deferredToData
  }

  /// As text such as `2026-11-21 08:30:00.000`, in UTC.
  public static func databaseDateEncodingStrategy(
    for column: String
  ) -> DatabaseDateEncodingStrategy {
    .deferredToDate
  }

  /// As blobs of 16 bytes.
  public static func databaseUUIDEncodingStrategy(
    for column: String
  ) -> DatabaseUUIDEncodingStrategy {
    .deferredToUUID
  }

  /// A column has the name of its key.
  public static var databaseColumnEncodingStrategy: DatabaseColumnEncodingStrategy {
    .useDefaultKeys
  }
}
