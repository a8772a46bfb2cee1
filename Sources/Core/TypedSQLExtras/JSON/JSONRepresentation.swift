import DatabaseTypes
public import TypedSQL

/// A representation of a value as JSON.
public protocol _JSONRepresentation: QueryBindable {
  /// The type of the value that the JSON contains.
  associatedtype _Document
  /// The scope that says whether each row has a document.
  associatedtype _Scope: _JSONScope
  /// The representation as text.
  associatedtype _Text: _JSONRepresentation where _Text._Document == _Document
  /// The representation as a blob.
  associatedtype _Binary: _JSONRepresentation where _Binary._Document == _Document
}

/// A value stored as JSON in a text.
///
/// ```swift
/// @Table struct Reminder {
///   @Column(as: [String].JSONRepresentation.self)
///   var notes: [String]
/// }
/// ```
///
/// Keys are sorted. Dates in it have the form that columns store, `yyyy-MM-dd HH:mm:ss.SSS`.
public struct _CodableJSONRepresentation<QueryOutput: Codable>: _JSONRepresentation {
  /// The type that the value is decoded as.
  public typealias QueryValue = Self

  /// The type of the value that the JSON contains.
  public typealias _Document = QueryOutput

  /// The scope: each row has a document.
  public typealias _Scope = _JSONRequiredScope

  /// The representation as text.
  public typealias _Text = Self

  /// The representation as a blob.
  public typealias _Binary = _CodableJSONBRepresentation<QueryOutput>

  /// The value.
  public var queryOutput: QueryOutput

  /// Creates a representation of a value.
  public init(queryOutput: QueryOutput) { self.queryOutput = queryOutput }

  /// The bound text.
  public var queryBinding: QueryBinding { JSONCoding.binding(of: queryOutput) }

  /// Returns whether two values are equal and have the same JSON.
  public static func _isSame(_ left: QueryOutput, _ right: QueryOutput) -> Bool {
    JSONCoding.isSame(left, right)
  }

  /// Decodes a text.
  ///
  /// - Throws: ``QueryDecodingError/other(_:)`` if it is not JSON of such a value.
  public init(decoder: inout some QueryDecoder) throws {
    self.init(queryOutput: try JSONCoding.value(from: try String(decoder: &decoder)))
  }

  /// Wraps an expression so that JSON contains it as JSON and not as text: `json(…)`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    fragment.called(.json)
  }
}

/// A value stored as JSON in SQLite's binary form.
///
/// `jsonb(…)` makes the blob from text, and `json(…)` reads it as text. Requires SQLite 3.45.
public struct _CodableJSONBRepresentation<QueryOutput: Codable>: _JSONRepresentation {
  /// The type that the value is decoded as.
  public typealias QueryValue = Self

  /// The type of the value that the JSON contains.
  public typealias _Document = QueryOutput

  /// The scope: each row has a document.
  public typealias _Scope = _JSONRequiredScope

  /// The representation as text.
  public typealias _Text = _CodableJSONRepresentation<QueryOutput>

  /// The representation as a blob.
  public typealias _Binary = Self

  /// The value.
  public var queryOutput: QueryOutput

  /// Creates a representation of a value.
  public init(queryOutput: QueryOutput) { self.queryOutput = queryOutput }

  /// The bound text, which SQL converts to a blob.
  public var queryBinding: QueryBinding { JSONCoding.binding(of: queryOutput) }

  /// Returns whether two values are equal and have the same JSON.
  public static func _isSame(_ left: QueryOutput, _ right: QueryOutput) -> Bool {
    JSONCoding.isSame(left, right)
  }

  /// The SQL: `jsonb(?)`.
  public var queryFragment: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(call: .jsonb)
    fragment.append(queryBinding)
    fragment.append(sql: ")")
    return fragment
  }

  /// Encodes the value's column as the expression that makes the blob.
  public func _encode(into encoder: inout some QueryEncoder) { encoder.encode(queryFragment) }

  /// Decodes the text that `json(…)` makes from the blob.
  ///
  /// - Throws: ``QueryDecodingError/other(_:)`` if it is not JSON of such a value.
  public init(decoder: inout some QueryDecoder) throws {
    self.init(queryOutput: try JSONCoding.value(from: try String(decoder: &decoder)))
  }

  /// Wraps a selected expression so that it is text: `json(…)`.
  public static func queryFragment(decoding fragment: QueryFragment) -> QueryFragment {
    fragment.called(.json)
  }

  /// Wraps an expression so that JSON contains it as JSON: `json(…)`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    fragment.called(.json)
  }
}

extension _CodableJSONBRepresentation: StoredByFunction {
  package static var storingFunction: String { "jsonb" }
}

extension _CodableJSONRepresentation: ValueRepresentation {}
extension _CodableJSONBRepresentation: ValueRepresentation {}

extension _CodableJSONRepresentation: Sendable where QueryOutput: Sendable {}
extension _CodableJSONBRepresentation: Sendable where QueryOutput: Sendable {}

extension _CodableJSONRepresentation: SQLiteType {
  /// The SQLite type: text.
  public static var typeAffinity: SQLiteTypeAffinity { .text }
}

extension _CodableJSONBRepresentation: SQLiteType {
  /// The SQLite type: bytes.
  public static var typeAffinity: SQLiteTypeAffinity { .blob }
}

extension Optional: _JSONRepresentation where Wrapped: _JSONRepresentation {
  /// The type of the value that the JSON contains.
  public typealias _Document = Wrapped._Document

  /// The scope: a row may have no document, and then a change does not create one.
  public typealias _Scope = _JSONMissingScope

  /// The representation as text.
  public typealias _Text = Wrapped._Text?

  /// The representation as a blob.
  public typealias _Binary = Wrapped._Binary?
}

extension Decodable where Self: Encodable {
  /// The value stored as JSON in a text.
  public typealias JSONRepresentation = _CodableJSONRepresentation<Self>

  /// The value stored as JSON in SQLite's binary form; requires SQLite 3.45.
  public typealias JSONBRepresentation = _CodableJSONBRepresentation<Self>
}

extension Optional where Wrapped: Codable {
  /// The optional value stored as JSON in a text.
  public typealias JSONRepresentation = _CodableJSONRepresentation<Wrapped>?

  /// The optional value stored as JSON in SQLite's binary form; requires SQLite 3.45.
  public typealias JSONBRepresentation = _CodableJSONBRepresentation<Wrapped>?
}

extension _CodableJSONRepresentation: HintedType {
  package static var dialectHint: DialectHint { .document }
}

extension _CodableJSONBRepresentation: HintedType {
  package static var dialectHint: DialectHint { .document }
}
