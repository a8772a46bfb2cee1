import DatabaseTypes
public import TypedSQL

/// A representation of a list as an array.
public protocol _ArrayRepresentation: QueryBindable {
  /// The elements' type.
  associatedtype _Element: ArrayElement
}

/// A list stored in one column: as an array on PostgreSQL, and as a JSON list on SQLite.
///
/// ```swift
/// @Table struct Reminder {
///   let id: Int
///   @Column(as: [String].ArrayRepresentation.self)
///   var tags: [String]
/// }
/// Reminder.where { $0.tags.contains("home") }
/// ```
///
/// On PostgreSQL, the column is `text[]`, `bigint[]`, `double precision[]`, `boolean[]`,
/// `timestamptz[]` or `uuid[]`; others of the same kind, such as `integer[]`, also work. On SQLite,
/// which has no arrays, it is a text such as `["home","garden"]`, whose elements have the form in
/// which columns of their type store them. Only one dimension is supported.
///
/// An array is a good place for values that belong to a single row. To look up other rows by such
/// values, a separate table with an index is faster.
public struct _SQLArrayRepresentation<Element: ArrayElement>: _ArrayRepresentation {
  /// The type that the value is decoded as.
  public typealias QueryValue = Self

  /// The elements' type.
  public typealias _Element = Element

  /// The list.
  public var queryOutput: [Element]

  /// Creates a representation of a list.
  public init(queryOutput: [Element]) { self.queryOutput = queryOutput }

  /// The list in JSON, which the server converts to an array.
  public var queryBinding: QueryBinding {
    for element in queryOutput {
      if case .invalid(let error) = element._elementBinding { return .invalid(error) }
    }
    return ListText.binding(of: queryOutput.map(\._elementBinding)) ?? .invalid(.element)
  }

  /// Decodes an array or a JSON list.
  ///
  /// - Throws: `ConversionFailure` for any other value, and for elements of another type.
  public init(decoder: inout some QueryDecoder) throws {
    guard let list = try Self._decodeIfPresent(from: &decoder) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = list
  }

  /// Decodes an array or a JSON list, or returns `nil` for NULL.
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
    guard let values = try decoder._decodeList() else { return nil }
    var elements = ElementDecoder(values)
    return Self(queryOutput: try values.map { _ in try Element._element(from: &elements) })
  }

  /// Wraps an expression so that JSON contains it as JSON and not as text: `json(…)`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    fragment.called(.json)
  }
}

extension Array where Element: ArrayElement {
  /// A list stored as an array, or as JSON on SQLite.
  public typealias ArrayRepresentation = _SQLArrayRepresentation<Element>
}

/// A list of values that can be stored in an array.
public protocol _ArrayOfElements {
  /// The elements' type.
  associatedtype _ArrayElement: ArrayElement
}

extension Array: _ArrayOfElements where Element: ArrayElement {
  /// The elements' type.
  public typealias _ArrayElement = Element
}

extension Optional where Wrapped: _ArrayOfElements {
  /// An optional list stored as an array, or as JSON on SQLite.
  public typealias ArrayRepresentation = _SQLArrayRepresentation<Wrapped._ArrayElement>?
}

extension _SQLArrayRepresentation: ValueRepresentation, Hashable, Sendable {}

extension _SQLArrayRepresentation: SQLiteType {
  /// The SQLite type: text.
  public static var typeAffinity: SQLiteTypeAffinity { .text }
}

extension _SQLArrayRepresentation: HintedType {
  package static var dialectHint: DialectHint {
    DialectHint(of: Element._Stored.self)?.list ?? .document
  }
}

extension Optional: _ArrayRepresentation where Wrapped: _ArrayRepresentation {
  /// The elements' type.
  public typealias _Element = Wrapped._Element
}

extension QueryBindingError {
  fileprivate static let element = QueryBindingError(
    "An array cannot contain NaN, a text with a NUL, or a date outside the years 0 to 9999."
  )
}
