public import DatabaseTypes
public import Foundation

/// A type that is made of rows.
///
/// A `Decodable` type needs nothing more: columns are found by the names of its coding keys.
///
/// ```swift
/// struct Item: Codable, FetchableRecord, TableRecord {
///   var id: Int64?
///   var name: String
/// }
///
/// let items = try database.read { db in try Item.fetchAll(db) }
/// // SELECT * FROM "item"
/// ```
///
/// Others write `init(row:)`.
public protocol FetchableRecord: SendableMetatype {
  /// Makes a record of a row.
  ///
  /// - Throws: ``DecodingFailure`` where the row does not fit, or an error of the type's own.
  init(row: Row) throws

  /// The type of ``databaseDecodingUserInfo``: a dictionary of any values.
  associatedtype DecodingUserInfo: _CodingUserInfo = [CodingUserInfoKey: any Sendable]

  /// What `decoder.userInfo` has while a row is decoded.
  static var databaseDecodingUserInfo: DecodingUserInfo { get }

  /// What decodes the JSON of a column.
  static func databaseJSONDecoder(for column: String) -> JSONDecoder

  /// How the `Data` of a column is read.
  static func databaseDataDecodingStrategy(for column: String) -> DatabaseDataDecodingStrategy

  /// How the `Date` of a column is read.
  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy

  /// Which coding key a column has.
  static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy { get }

  /// Makes a record of the row on which a decoder stands.
  @_documentation(visibility: internal)
  init(_decoder: _RecordDecoder) throws
}

extension FetchableRecord {
  /// Nothing.
  public static var databaseDecodingUserInfo: [CodingUserInfoKey: any Sendable] { [:] }

  /// A decoder that takes data in Base64 and dates in milliseconds since 1970.
  public static func databaseJSONDecoder(for column: String) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .base64
    decoder.dateDecodingStrategy = .millisecondsSince1970
    decoder.nonConformingFloatDecodingStrategy = .throw
    return decoder
  }

  /// As blobs.
  public static func databaseDataDecodingStrategy(
    for column: String
  ) -> DatabaseDataDecodingStrategy {
    .deferredToData
  }

  /// As text such as `2026-11-21 08:30:00.000`, or as seconds since 1970.
  public static func databaseDateDecodingStrategy(
    for column: String
  ) -> DatabaseDateDecodingStrategy {
    .deferredToDate
  }

  /// A column has the name of its key.
  public static var databaseColumnDecodingStrategy: DatabaseColumnDecodingStrategy {
    .useDefaultKeys
  }
}
