/// The part of a view's trigger that says which statement fires it.
struct ViewTrigger {
  /// The statement that fires it; `nil` for a trigger that does not fire instead of one.
  let kind: StudioTable.EditKind?

  /// Reads the statement that creates the trigger.
  /// https://www.sqlite.org/lang_createtrigger.html
  init(sql: String) {
    let words = Self.words(of: sql)
    let place = words.indices.first {
      words[$0] == "INSTEAD" && words[$0...].dropFirst().first == "OF"
        && words[$0...].dropFirst(2).first.flatMap(Self.kind) != nil
    }
    kind = place.flatMap { words[$0...].dropFirst(2).first }.flatMap(Self.kind)
  }

  private static func kind(_ word: String) -> StudioTable.EditKind? {
    StudioTable.EditKind(rawValue: word.lowercased())
  }

  /// The words of a statement in capitals, without comments; a quoted name is an empty word.
  private static func words(of sql: String) -> [String] {
    var rest = Substring(sql).unicodeScalars
    var words: [String] = []
    while let first = rest.first {
      if rest.starts(with: "--".unicodeScalars) {
        rest = rest.drop { $0 != "\n" }
      } else if rest.starts(with: "/*".unicodeScalars) {
        skip(past: "*/", in: &rest)
      } else if let end = quotes[first] {
        rest.removeFirst()
        skip(past: end, in: &rest)
        words.append("")
      } else if isLetter(first) {
        let word = rest.prefix(while: isLetter)
        words.append(String(word).uppercased())
        rest = rest[word.endIndex...]
      } else {
        rest.removeFirst()
      }
    }
    return words
  }

  private static let quotes: [Unicode.Scalar: String] = ["'": "'", "\"": "\"", "`": "`", "[": "]"]

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar == "_" || ("0"..."9").contains(scalar)
  }

  private static func skip(past end: String, in rest: inout Substring.UnicodeScalarView) {
    guard let range = rest.firstRange(of: end.unicodeScalars) else {
      rest = rest[rest.endIndex...]
      return
    }
    rest = rest[range.upperBound...]
  }
}
