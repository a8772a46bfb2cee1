/// The derivation of table names from type names.
///
/// `TypedSQLMacroCore` follows the same rules for the names that it writes.
extension String {
  /// `RemindersList` → `remindersLists`, `URLItem` → `urlItems`, `FAQ` → `faqs`.
  var tableNameOfType: String { lowerCamelCased.pluralized }

  /// `RemindersList` → `remindersList`, `URLItem` → `urlItem`, `FAQ` → `faq`, `MP3` → `mp3`.
  package var lowerCamelCased: String {
    let capitals = prefix { $0.isUppercase }
    // If a letter follows several capitals, the last capital begins the next word.
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
  /// The possible singular forms of a word: `countries` → `country`, `boxes` → `box` and `boxe`.
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
  /// The plural of the type's name, in lower camel case: `R` → `rs`, `RL` → `rLs`.
  ///
  /// Of several capitals at the beginning, the last one stays. It differs from the name of a table
  /// only for a type with no small letter after them.
  public static var aliasName: String {
    // The full name of a type declared in a function contains more than its own name.
    let name = String(describing: Self.self)
    let capitals = name.prefix { $0.isUppercase }.count
    let count = capitals > 1 ? capitals - 1 : capitals
    return (name.prefix(count).lowercased() + name.dropFirst(count)).pluralized
  }
}
