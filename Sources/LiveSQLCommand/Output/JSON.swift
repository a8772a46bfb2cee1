import DatabaseTypes
import Foundation

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
  /// Creates the JSON of a database value.
  ///
  /// - Integers are exact, with all of their 64 bits.
  /// - A real number has the shortest digits that read back as the same number. Infinity is
  ///   `9e999`, as in SQLite's own JSON functions; NaN, which SQLite stores as NULL, is `null`.
  /// - A blob is an object, `{"base64":"AQI="}`, so that it differs from any text.
  init(_ value: DatabaseValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .string(text)
    case .blob(let bytes): self = ["base64": .string(Data(bytes).base64EncodedString())]
    }
  }

  /// Creates the JSON of a row: an object with the columns' names, made unique.
  ///
  /// - Parameter areJSON: Whether the texts of each column already are JSON; none by default.
  init(names: [String], values: [DatabaseValue], areJSON: [Bool] = []) {
    self = .object(
      zip(names, values).enumerated().map { index, cell in
        let isJSON = areJSON.indices.contains(index) && areJSON[index]
        return Member(name: cell.0, value: isJSON ? JSON(document: cell.1) : JSON(cell.1))
      }
    )
  }

  /// Creates the JSON of a text that is JSON; decimal numbers without a JSON form are strings.
  private init(document value: DatabaseValue) {
    guard case .text(let text) = value, !["NaN", "Infinity", "-Infinity"].contains(text) else {
      self = JSON(value)
      return
    }
    self = .verbatim(text)
  }
}

/// Returns column names with a number appended to repeated ones: `id`, `id_2`.
func uniqueNames(_ names: [String]) -> [String] {
  var taken = Set(names)
  var seen: Set<String> = []
  return names.map { name in
    if seen.insert(name).inserted { return name }
    var number = 2
    while taken.contains("\(name)_\(number)") { number += 1 }
    taken.insert("\(name)_\(number)")
    return "\(name)_\(number)"
  }
}
