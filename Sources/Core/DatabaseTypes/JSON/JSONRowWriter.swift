/// A writer of rows as JSON objects, each on one line.
package struct JSONRowWriter: Sendable {
  /// The names of the columns as strings of JSON, made unique.
  private let names: [String]
  private let areJSON: [Bool]

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns; repeated ones get a number.
  ///   - areJSON: Whether the texts of each column already are JSON; none by default.
  package init(columns: [String], areJSON: [Bool] = []) {
    names = Self.uniqueNames(columns).map { name in
      var text = ""
      SingleLineJSON.append(name, to: &text)
      return text
    }
    self.areJSON = areJSON
  }

  /// Appends a row, without an end of line.
  package func append(_ values: [DatabaseValue], to text: inout String) {
    text += "{"
    for (index, (name, value)) in zip(names, values).enumerated() {
      if index > 0 { text += "," }
      text += name
      text += ":"
      if areJSON.indices.contains(index), areJSON[index], let document = Self.document(value) {
        SingleLineJSON.append(document: document, to: &text)
      } else {
        SingleLineJSON.append(value, to: &text)
      }
    }
    text += "}"
  }

  /// Returns the text of a value that is JSON; `nil` for a decimal number without a JSON form.
  private static func document(_ value: DatabaseValue) -> String? {
    guard case .text(let text) = value, !["NaN", "Infinity", "-Infinity"].contains(text) else {
      return nil
    }
    return text
  }

  /// Returns column names with a number appended to repeated ones: `id`, `id_2`.
  package static func uniqueNames(_ names: [String]) -> [String] {
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
}
