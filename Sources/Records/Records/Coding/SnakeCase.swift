/// Converts to snake case: `playerID` gives `player_id`, `myURLProperty` gives `my_url_property`.
func snakeCase(_ name: String) -> String {
  var result = ""
  let letters = Array(name)
  for (index, letter) in letters.enumerated() {
    if letter.isUppercase, index > 0, letters[index - 1] != "_" {
      let beginsWord = !letters[index - 1].isUppercase
      let endsCapitals =
        letters[index - 1].isUppercase && index + 1 < letters.count
        && letters[index + 1].isLowercase
      if beginsWord || endsCapitals { result.append("_") }
    }
    result += letter.lowercased()
  }
  return result
}

/// Converts from snake case: `player_id` gives `playerId`; underscores at both ends stay.
func camelCase(_ name: String) -> String {
  let leading = name.prefix { $0 == "_" }
  guard leading.count < name.count else { return name }
  let trailing = name.reversed().prefix { $0 == "_" }
  let words = name.dropFirst(leading.count).dropLast(trailing.count).split(separator: "_")
  // A name of a single word is not changed.
  guard words.count > 1, let first = words.first else { return name }
  return leading + first.lowercased() + words.dropFirst().map { $0.capitalizedWord }.joined()
    + String(trailing)
}

extension Substring {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
