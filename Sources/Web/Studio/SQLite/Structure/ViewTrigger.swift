import SQLSyntax

/// The part of a view's trigger that says which statement fires it.
struct ViewTrigger {
  /// The statement that fires it; `nil` for a trigger that does not fire instead of one.
  let kind: StudioTable.EditKind?

  /// Reads the statement that creates the trigger.
  /// https://www.sqlite.org/lang_createtrigger.html
  init(sql: String) {
    let words = Self.words(of: sql)
    kind = words.indices.lazy.compactMap { Self.kind(words[$0...]) }.first
  }

  /// Returns the statement after `INSTEAD OF`; `nil` if the words do not begin with that.
  private static func kind(_ words: ArraySlice<String>) -> StudioTable.EditKind? {
    guard words.starts(with: ["instead", "of"]) else { return nil }
    return words.dropFirst(2).first.flatMap { StudioTable.EditKind(rawValue: $0) }
  }

  /// The words of a statement in small letters; a quoted name or a text is an empty word.
  private static func words(of sql: String) -> [String] {
    let tokens = SQLTokens(sql, grammar: .sqlite)
    return tokens.compactMap { token in
      switch token.kind {
      case .word: tokens.text(of: token).lowercased()
      case .quotedName, .text: ""
      default: nil
      }
    }
  }
}
