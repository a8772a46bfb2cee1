/// How a table is named after its type.
enum Inflection {
  /// `RemindersList` → `remindersLists`, `Category` → `categories`, `URLItem` → `urlItems`.
  static func tableName(ofType name: String) -> String {
    pluralized(lowerCamelCased(name))
  }

  /// Lowercases the capitals at the beginning, and of several keeps the last, which begins the next word.
  static func lowerCamelCased(_ name: String) -> String {
    let capitals = name.prefix(while: \.isUppercase).count
    let count = capitals > 1 ? capitals - 1 : capitals
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
