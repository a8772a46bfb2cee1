/// A type on the server: its OID, and the format of its values.
public struct PostgresType: Sendable, Hashable {
  /// The known types, each with its own representation of values.
  public enum Kind: UInt8, Sendable, Hashable {
    /// A type that the library does not support; its values are read as text.
    case unknown
    /// `boolean`.
    case bool
    /// `smallint`.
    case int2
    /// `integer`.
    case int4
    /// `bigint`.
    case int8
    /// `oid` and `xid`: an unsigned 32-bit integer.
    case oid
    /// `real`.
    case float4
    /// `double precision`.
    case float8
    /// `text`, `varchar`, `char(n)`, `name`, `xml`, enumerations.
    case text
    /// `"char"`: one byte, which beyond ASCII is a text such as `\377`.
    case char
    /// `bytea`.
    case bytea
    /// `uuid`.
    case uuid
    /// `date`.
    case date
    /// `time`.
    case time
    /// `timestamp`.
    case timestamp
    /// `timestamptz`.
    case timestamptz
    /// `interval`.
    case interval
    /// `numeric`.
    case numeric
    /// `json`.
    case json
    /// `jsonb`.
    case jsonb
    /// An array of another type.
    case array
  }

  /// The OID that identifies the type on the server.
  public let oid: UInt32
  /// The representation of the type's values.
  public let kind: Kind
  /// The OID of an array's element type; 0 if the type is not an array.
  public let elementOID: UInt32
  /// The representation of an array's elements; `unknown` if the type is not an array.
  public let elementKind: Kind

  init(oid: UInt32, kind: Kind) {
    self.oid = oid
    self.kind = kind
    elementOID = 0
    elementKind = .unknown
  }

  init(oid: UInt32, arrayOf element: PostgresType) {
    self.oid = oid
    kind = .array
    elementOID = element.oid
    elementKind = element.kind
  }

  /// The type of an array's elements.
  var element: PostgresType { PostgresType(oid: elementOID, kind: elementKind) }

  /// Whether its values can be read and written in binary.
  var isBinary: Bool { kind != .unknown && (kind != .array || elementKind != .unknown) }
}

extension PostgresType: CustomStringConvertible {
  /// The SQL name of the type.
  public var description: String {
    kind == .array ? element.kind.name + "[]" : kind == .unknown ? "type \(oid)" : kind.name
  }
}

extension PostgresType.Kind {
  var name: String {
    switch self {
    case .unknown: "unknown"
    case .bool: "boolean"
    case .int2: "smallint"
    case .int4: "integer"
    case .int8: "bigint"
    case .oid: "oid"
    case .float4: "real"
    case .float8: "double precision"
    case .text: "text"
    case .char: "\"char\""
    case .bytea: "bytea"
    case .uuid: "uuid"
    case .date: "date"
    case .time: "time"
    case .timestamp: "timestamp"
    case .timestamptz: "timestamptz"
    case .interval: "interval"
    case .numeric: "numeric"
    case .json: "json"
    case .jsonb: "jsonb"
    case .array: "array"
    }
  }
}

extension PostgresType {
  /// The types that have the same OID on every server.
  ///
  /// https://www.postgresql.org/docs/current/catalog-pg-type.html
  static let builtIn: [UInt32: PostgresType] = {
    var types: [UInt32: PostgresType] = [:]
    for (oid, arrayOID, kind) in numbers {
      let type = PostgresType(oid: oid, kind: kind)
      types[oid] = type
      if arrayOID != 0 { types[arrayOID] = PostgresType(oid: arrayOID, arrayOf: type) }
    }
    return types
  }()

  /// The OID of each type, the OID of its array type, and its kind.
  ///
  /// Values of `void` are empty texts, and values of `unknown` are texts.
  private static let numbers: [(UInt32, UInt32, Kind)] = [
    (16, 1000, .bool), (17, 1001, .bytea), (18, 1002, .char), (19, 1003, .text), (20, 1016, .int8),
    (21, 1005, .int2), (23, 1007, .int4), (25, 1009, .text), (26, 1028, .oid), (28, 1011, .oid),
    (114, 199, .json), (142, 143, .text), (700, 1021, .float4), (701, 1022, .float8),
    (705, 0, .text), (1042, 1014, .text), (1043, 1015, .text), (1082, 1182, .date),
    (1083, 1183, .time), (1114, 1115, .timestamp), (1184, 1185, .timestamptz),
    (1186, 1187, .interval), (1700, 1231, .numeric), (2278, 0, .text), (2950, 2951, .uuid),
    (3802, 3807, .jsonb), (5069, 271, .int8),
  ]
}
