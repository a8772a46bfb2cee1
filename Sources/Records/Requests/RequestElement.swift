import DatabaseTypes
import SQLiteDatabase
import Synchronization

/// How elements of a request are made of its rows: as records, as rows, or as values of the first column.
///
/// It is found once for each type, and its closures are compiled for the very type.
///
/// `@unchecked Sendable`: 1. the closures capture types and nothing else.
struct RequestElement<Element>: @unchecked Sendable {
  /// Tells this way from others, in the identity of a request.
  let kind: String
  let decoding: RequestDecoding<Element>
  /// The first element.
  let first: (_WrittenRequest, Database) throws -> Element?

  /// The way in which a type is made: a record of whole rows, also where it is a value too.
  ///
  /// - Throws: ``RequestError/undecodable(_:)``
  static func standard() throws -> RequestElement {
    let type = ObjectIdentifier(Element.self)
    if let known = knownRequestElements.withLock({ $0[type] }) {
      // Nothing else is kept for the type, and a cast that is checked takes longer than the look-up.
      return unsafeDowncast(known, to: KnownElement<Element>.self).element
    }
    let element = try found()
    knownRequestElements.withLock { $0[type] = KnownElement(element) }
    return element
  }

  /// The same, found by what the type conforms to.
  private static func found() throws -> RequestElement {
    let type: Any.Type = Element.self
    let way: Any? =
      switch type {
      case let record as any FetchableRecord.Type: records(record)
      case is Row.Type: rows()
      case let value as any DatabaseValueConvertible.Type: values(value)
      default: nil
      }
    guard let way = way as? RequestElement else { throw RequestError.undecodable("\(type)") }
    return way
  }

  // They give `Any`: of a type that is known at run time alone, nothing else can be said.

  private static func records<Record: FetchableRecord>(_ type: Record.Type) -> Any {
    let decoding = RequestDecoding<Record>.records()
    return RequestElement<Record>(kind: "rows", decoding: decoding) {
      try $0.fetchOne($1, decoding)
    }
  }

  private static func rows() -> Any {
    let decoding = RequestDecoding<Row>.rows()
    return RequestElement<Row>(kind: "rows", decoding: decoding) { try $0.fetchOne($1, decoding) }
  }

  private static func values<Value: DatabaseValueConvertible>(_ type: Value.Type) -> Any {
    RequestElement<Value>(kind: "values", decoding: .values()) { written, db in
      guard let value = try written.fetchOne(db, RequestDecoding<Value?>.values()) else {
        return nil
      }
      return value ?? Value.nullValue
    }
  }
}

/// How elements of types are made, as it was found.
///
/// State: one for each type, guarded by a mutex. They are never removed: a program has as many as it has types.
private let knownRequestElements = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

/// How elements of a type are made, as an object.
private final class KnownElement<Element>: Sendable {
  let element: RequestElement<Element>

  init(_ element: RequestElement<Element>) { self.element = element }
}
