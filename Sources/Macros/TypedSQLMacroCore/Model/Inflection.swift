/// The derivation of table names from type names.
///
/// The rules are those of `String.tableNameOfType` in TypedSQL, which the plug-in cannot call.
enum Inflection {
  /// Returns the table's name: `RemindersList` → `remindersLists`, `Category` → `categories`,
  /// `URLItem` → `urlItems`, `FAQ` → `faqs`.
  static func tableName(ofType name: String) -> String {
    pluralized(lowerCamelCased(name))
  }

  /// Lowercases the capitals at the beginning.
  ///
  /// If a letter follows several capitals, the last capital begins the next word.
  static func lowerCamelCased(_ name: String) -> String {
    let capitals = name.prefix { $0.isUppercase }
    let isNextWord = capitals.count > 1 && name.dropFirst(capitals.count).first?.isLetter == true
    let count = isNextWord ? capitals.count - 1 : capitals.count
    return name.prefix(count).lowercased() + name.dropFirst(count)
  }

  static func pluralized(_ noun: String) -> String {
    let lowercased = noun.lowercased()
    if ["ch", "sh", "s", "x", "z"].contains(where: lowercased.hasSuffix) { return noun + "es" }
    if lowercased.hasSuffix("y"), let before = lowercased.dropLast().last, !isVowel(before) {
      return noun.dropLast() + "ies"
    }
    return noun + "s"
  }

  private static func isVowel(_ letter: Character) -> Bool {
    "aeiou".contains(letter)
  }
}
