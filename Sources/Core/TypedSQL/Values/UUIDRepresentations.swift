internal import DatabaseTypes
public import Foundation

extension UUID {
  /// A UUID stored as its 16 bytes.
  ///
  /// ```swift
  /// @Column(as: UUID.BytesRepresentation.self)
  /// let id: UUID
  /// ```
  public struct BytesRepresentation: ValueRepresentation, SQLiteType, Hashable, Sendable {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self

    /// The Swift type of a decoded value.
    public typealias QueryOutput = UUID

    /// The UUID.
    public var queryOutput: UUID

    /// Creates a representation of a UUID.
    public init(queryOutput: UUID) { self.queryOutput = queryOutput }

    /// The bytes.
    public var queryBinding: QueryBinding {
      let b = queryOutput.uuid
      return .blob([
        b.0, b.1, b.2, b.3, b.4, b.5, b.6, b.7, b.8, b.9, b.10, b.11, b.12, b.13, b.14, b.15,
      ])
    }

    /// Decodes 16 bytes, or text of 36 characters as other columns store it.
    ///
    /// - Throws: ``QueryDecodingError/typeMismatch(_:)`` for another number of bytes.
    public init(decoder: inout some QueryDecoder) throws {
      let b = try [UInt8](decoder: &decoder)
      if let uuid = b.withUnsafeBytes(UUIDText.uuid(from:)) {
        self.init(queryOutput: uuid)
        return
      }
      guard b.count == 16 else { throw QueryDecodingError.typeMismatch(UUID.self) }
      self.init(
        queryOutput: UUID(
          uuid: (
            b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7],
            b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
          )
        )
      )
    }

    /// The SQLite type: bytes.
    public static var typeAffinity: SQLiteTypeAffinity { .blob }
  }

  /// A UUID stored as text in upper case.
  public struct UppercasedRepresentation: ValueRepresentation, SQLiteType, Hashable, Sendable {
    /// The type that the value is decoded as.
    public typealias QueryValue = Self

    /// The Swift type of a decoded value.
    public typealias QueryOutput = UUID

    /// The UUID.
    public var queryOutput: UUID

    /// Creates a representation of a UUID.
    public init(queryOutput: UUID) { self.queryOutput = queryOutput }

    /// The text.
    public var queryBinding: QueryBinding { .text(queryOutput.uuidString) }

    /// Decodes a text in any case.
    @inlinable
    public init(decoder: inout some QueryDecoder) throws {
      self.init(queryOutput: try UUID(decoder: &decoder))
    }

    /// The SQLite type: text.
    public static var typeAffinity: SQLiteTypeAffinity { .text }
  }

  /// A UUID stored as text in lower case, which is the default.
  public typealias LowercasedRepresentation = UUID
}

extension UUID? {
  /// A UUID stored as its 16 bytes, or NULL.
  public typealias BytesRepresentation = UUID.BytesRepresentation?

  /// A UUID stored as text in upper case, or NULL.
  public typealias UppercasedRepresentation = UUID.UppercasedRepresentation?

  /// A UUID stored as text in lower case, or NULL.
  public typealias LowercasedRepresentation = UUID?
}
