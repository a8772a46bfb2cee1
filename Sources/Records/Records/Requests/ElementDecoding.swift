import DatabaseTypes
import SQLiteDatabase
import Synchronization

/// The way that elements are created from a request's rows: as records, as rows, or as single
/// values.
///
/// A single value is decoded from the first column. The way is determined once for each type, and
/// its closures are specialized for the type.
///
/// `@unchecked Sendable`: 1. the closures capture only types and places in them.
struct ElementDecoding<Element>: @unchecked Sendable {
  /// A name that distinguishes this way from others, in the identity of a request.
  let kind: String
  let decoding: RequestDecoding<Element>
  /// Compares two elements; `nil` if their type cannot be compared.
  let areEqual: ((Element, Element) -> Bool)? = recordEquality(of: Element.self)
  /// Fetches the first element.
  let first: (_WrittenRequest, Database) throws -> Element?

  /// Returns the way to create elements of a type; a type that is both a record and a value is a
  /// record.
  ///
  /// - Throws: ``RequestError/undecodable(_:)``.
  static func standard() throws -> ElementDecoding {
    let type = ObjectIdentifier(Element.self)
    if let known = knownRequestElements.withLock({ $0[type] }) {
      // Nothing else is kept for the type, and a checked cast takes longer than the lookup.
      return unsafeDowncast(known, to: KnownElement<Element>.self).element
    }
    let element = try determined()
    knownRequestElements.withLock { $0[type] = KnownElement(element) }
    return element
  }

  /// Determines the way from the conformances of the type.
  private static func determined() throws -> ElementDecoding {
    let type: Any.Type = Element.self
    let decoding: Any? =
      switch type {
      case let record as any FetchableRecord.Type: records(record)
      case is Row.Type: rows()
      case let value as any DatabaseValueConvertible.Type: values(value)
      default: nil
      }
    guard let decoding = decoding as? ElementDecoding else {
      throw RequestError.undecodable("\(type)")
    }
    return decoding
  }

  // These return `Any`, since the type is known only at run time.

  private static func records<Record: FetchableRecord>(_ type: Record.Type) -> Any {
    let decoding = RequestDecoding<Record>.records()
    return ElementDecoding<Record>(kind: "rows", decoding: decoding) {
      try $0.fetchOne($1, decoding)
    }
  }

  private static func rows() -> Any {
    let decoding = RequestDecoding<Row>.rows()
    return ElementDecoding<Row>(kind: "rows", decoding: decoding) { try $0.fetchOne($1, decoding) }
  }

  private static func values<Value: DatabaseValueConvertible>(_ type: Value.Type) -> Any {
    ElementDecoding<Value>(kind: "values", decoding: .values()) { written, db in
      guard let value = try written.fetchOne(db, RequestDecoding<Value?>.values()) else {
        return nil
      }
      return value ?? Value.nullValue
    }
  }
}

/// The known ways of creating elements, by type.
///
/// State: one entry for each type, guarded by a mutex. Entries are never removed, since their
/// number is bounded by the number of types.
private let knownRequestElements = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

/// A way of creating elements, as an object.
private final class KnownElement<Element>: Sendable {
  let element: ElementDecoding<Element>

  init(_ element: ElementDecoding<Element>) { self.element = element }
}
