public import TypedSQL

/// A representation of a list as an array.
public protocol _ArrayRepresentation: QueryBindable {
  /// The elements' type.
  associatedtype _Element: ArrayElement
}

/// A list that is stored in one column: as an array on PostgreSQL, and on SQLite, which has none, as a list in JSON.
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
/// On PostgreSQL the column is `text[]`, `bigint[]`, `double precision[]`, `boolean[]`, `timestamptz[]` or `uuid[]`; others
/// of the same kind, such as `integer[]`, do as well. On SQLite it is a text such as `["home","garden"]`, whose elements are
/// what columns of their type hold. It takes one dimension.
///
/// What each row has of its own is stored well in an array. Where other rows are asked for by it, a table of its own with an
/// index is found sooner.
public struct _SQLArrayRepresentation<Element: ArrayElement>: _ArrayRepresentation {
  /// The type that the value is decoded as.
  public typealias QueryValue = Self

  /// The elements' type.
  public typealias _Element = Element

  /// The list.
  public var queryOutput: [Element]

  /// Makes a representation of a list.
  public init(queryOutput: [Element]) { self.queryOutput = queryOutput }

  /// The list in JSON, of which a server makes an array.
  public var queryBinding: QueryBinding {
    for element in queryOutput {
      if case .invalid(let error) = element._elementBinding { return .invalid(error) }
    }
    return ListText.text(of: queryOutput.map(\._elementBinding)).map { .text($0) }
      ?? .invalid(.element)
  }

  /// Decodes an array, or a list in JSON.
  ///
  /// - Throws: `ConversionFailure` for what is none, and for elements of another type.
  public init(decoder: inout some QueryDecoder) throws {
    guard let list = try Self._decodeIfPresent(from: &decoder) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = list
  }

  /// Decodes an array, or a list in JSON; `nil` for NULL.
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
    guard let values = try decoder._decodeList() else { return nil }
    var elements = ElementDecoder(values)
    return Self(queryOutput: try values.map { _ in try Element._element(from: &elements) })
  }

  /// Wraps an expression so that JSON holds it as JSON and not as text: `json(…)`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    fragment.called("json")
  }
}

extension Array where Element: ArrayElement {
  /// The list as an array, or as JSON on SQLite.
  public typealias ArrayRepresentation = _SQLArrayRepresentation<Element>
}

/// A list of what can be stored in an array.
public protocol _ArrayOfElements {
  /// The elements' type.
  associatedtype _ArrayElement: ArrayElement
}

extension Array: _ArrayOfElements where Element: ArrayElement {
  /// The elements' type.
  public typealias _ArrayElement = Element
}

extension Optional where Wrapped: _ArrayOfElements {
  /// The list, if there is one, as an array, or as JSON on SQLite.
  public typealias ArrayRepresentation = _SQLArrayRepresentation<Wrapped._ArrayElement>?
}

extension _SQLArrayRepresentation: ValueRepresentation, Hashable, Sendable {}

extension _SQLArrayRepresentation: SQLiteType {
  /// The type of SQLite: text.
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
    "An array holds finite numbers, and texts without a NUL, and was given something else."
  )
}
