/// How names of types become names of tables; `TypedSQLMacroCore` has the same rules for the names that it writes.
extension String {
  /// `RemindersList` → `remindersLists`, `URLItem` → `urlItems`, `FAQ` → `faqs`.
  var tableNameOfType: String { lowerCamelCased.pluralized }

  /// `RemindersList` → `remindersList`, `URLItem` → `urlItem`, `FAQ` → `faq`, `MP3` → `mp3`.
  package var lowerCamelCased: String {
    let capitals = prefix { $0.isUppercase }
    // Of several the last begins the next word, where a letter follows.
    let isNextWord = capitals.count > 1 && dropFirst(capitals.count).first?.isLetter == true
    let count = isNextWord ? capitals.count - 1 : capitals.count
    return prefix(count).lowercased() + dropFirst(count)
  }

  /// `author` → `authors`, `country` → `countries`.
  package var pluralized: String {
    let lowered = lowercased()
    if ["s", "x", "z", "ch", "sh"].contains(where: lowered.hasSuffix) { return self + "es" }
    if lowered.hasSuffix("y"), let before = lowered.dropLast().last, !"aeiou".contains(before) {
      return dropLast() + "ies"
    }
    return self + "s"
  }
}

extension String {
  /// What may be the singular of a word: `countries` → `country`, `boxes` → `box` and `boxe`.
  package var singularCandidates: [String] {
    let lowered = lowercased()
    var candidates: [String] = []
    if lowered.hasSuffix("ies") { candidates.append(dropLast(3) + "y") }
    if lowered.hasSuffix("es") { candidates.append(String(dropLast(2))) }
    if lowered.hasSuffix("s"), !lowered.hasSuffix("ss") { candidates.append(String(dropLast())) }
    return candidates.filter { !$0.isEmpty }
  }
}

extension AliasName {
  /// The type's name in lower camel case and plural.
  public static var aliasName: String {
    // A type in a function has more in its name than the name.
    String(describing: Self.self).tableNameOfType
  }
}
