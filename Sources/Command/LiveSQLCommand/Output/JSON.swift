import DatabaseTypes

/// A JSON document whose members keep their order.
indirect enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSON])
  case object([Member])
  /// A document that is written verbatim.
  case verbatim(String)

  struct Member: Sendable, Equatable {
    let name: String
    let value: JSON
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
  init(nilLiteral: ()) { self = .null }
}

extension JSON {
  /// Creates the JSON of a row: an object with the columns' names, made unique.
  ///
  /// - Parameter areJSON: Whether the texts of each column already are JSON; none by default.
  init(names: [String], values: [DatabaseValue], areJSON: [Bool] = []) {
    var text = ""
    JSONRowWriter(columns: names, areJSON: areJSON).append(values, to: &text)
    self = .verbatim(text)
  }
}
