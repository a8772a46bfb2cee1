// Plurals and singulars of English nouns, including irregular ones.

extension String {
  /// The plural: `story` → `stories`, `child` → `children`.
  package var pluralizedWithIrregulars: String {
    Inflections.plurals[lowercasedEnd].map { replacingEnd(with: $0) } ?? pluralized
  }

  /// The singular: `stories` → `story`, `children` → `child`.
  package var singularized: String {
    if let known = Inflections.singulars[lowercasedEnd] { return replacingEnd(with: known) }
    let lowered = lowercased()
    if lowered.hasSuffix("ies"), count > 4 { return dropLast(3) + "y" }
    if ["sses", "xes", "zzes", "ches", "shes"].contains(where: lowered.hasSuffix) {
      return String(dropLast(2))
    }
    guard lowered.hasSuffix("s"), !["ss", "us", "is"].contains(where: lowered.hasSuffix) else {
      return self
    }
    return String(dropLast())
  }

  /// The last word in lower case: `children` of `gradeChildren`.
  private var lowercasedEnd: String { String(lastWord).lowercased() }

  private var lastWord: Substring {
    let start = lastIndex { $0.isUppercase || $0 == "_" } ?? startIndex
    return self[start...].drop { $0 == "_" }
  }

  private func replacingEnd(with word: String) -> String {
    let isCapital = lastWord.first?.isUppercase == true
    return dropLast(lastWord.count)
      + (isCapital ? word.prefix(1).uppercased() + word.dropFirst() : word)
  }
}

private enum Inflections {
  static let plurals = [
    "bus": "buses", "child": "children", "person": "people", "man": "men", "woman": "women",
    "mouse": "mice",
    "foot": "feet", "tooth": "teeth", "goose": "geese", "analysis": "analyses", "axis": "axes",
    "series": "series", "species": "species", "sheep": "sheep", "news": "news", "index": "indices",
    "leaf": "leaves", "life": "lives", "shelf": "shelves", "half": "halves", "knife": "knives",
    "datum": "data", "medium": "media", "criterion": "criteria", "movie": "movies",
    "photo": "photos", "hero": "heroes", "status": "statuses", "address": "addresses",
  ]

  static let singulars = Dictionary(
    plurals.map { ($1, $0) },
    uniquingKeysWith: { first, _ in first }
  )
}
