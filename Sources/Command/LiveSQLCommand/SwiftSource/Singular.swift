/// The singular of English nouns, as far as names of tables need it.
enum Singular {
  /// Returns the singular: `Orders` → `Order`, `Categories` → `Category`, `status` → `status`.
  static func of(_ noun: String) -> String {
    let lowercased = noun.lowercased()
    if let (plural, singular) = irregular.first(where: { lowercased.hasSuffix($0.plural) }) {
      return replacing(plural, of: noun, by: singular)
    }
    if unchanged.contains(where: lowercased.hasSuffix) { return noun }
    let rule = rules.first { lowercased.hasSuffix($0.plural) && noun.count > $0.plural.count + 1 }
    return rule.map { replacing($0.plural, of: noun, by: $0.singular) } ?? noun
  }

  private static func replacing(_ ending: String, of noun: String, by other: String) -> String {
    let stem = noun.dropLast(ending.count)
    // `salesPeople` → `salesPerson`: if a whole word is replaced, it stays capitalised.
    let isCapital = !other.isEmpty && noun.suffix(ending.count).first?.isUppercase == true
    return stem + (isCapital ? other.prefix(1).uppercased() + other.dropFirst() : other)
  }

  private static let irregular: [(plural: String, singular: String)] = [
    ("people", "person"), ("children", "child"), ("women", "woman"), ("movies", "movie"),
    ("cookies", "cookie"), ("caches", "cache"), ("indices", "index"), ("analyses", "analysis"),
    ("statuses", "status"), ("buses", "bus"), ("viruses", "virus"),
  ]

  private static let unchanged = ["ss", "us", "is", "series", "species", "news"]

  private static let rules: [(plural: String, singular: String)] = [
    ("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"),
    ("s", ""),
  ]
}
