/// How names of types become names of tables.
extension String {
  /// `RemindersList` → `remindersLists`, `URLItem` → `urlItems`.
  var tableNameOfType: String { lowerCamelCased.pluralized }

  private var lowerCamelCased: String {
    let capitals = prefix { $0.isUppercase }
    guard !capitals.isEmpty else { return self }
    guard capitals.count > 1, capitals.count < count else {
      return capitals.lowercased() + dropFirst(capitals.count)
    }
    return capitals.dropLast().lowercased() + dropFirst(capitals.count - 1)
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
