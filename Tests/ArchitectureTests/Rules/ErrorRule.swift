/// The rule that every public error describes itself: `localizedDescription` is its description,
/// and the catalogue in the guide names it.
struct ErrorRule {
  /// The text of the catalogue.
  let catalogue: String
  /// The conformances that extensions declare: `"DatabaseError"` if there is
  /// `extension DatabaseError: _SelfDescribingError`.
  let described: Set<String>

  init(catalogue: String, sources: [SourceText]) {
    self.catalogue = catalogue
    let pattern = /extension (\w+): .*\b_SelfDescribingError\b/
    described = Set(
      sources.flatMap(\.lines).compactMap { line in
        (try? pattern.firstMatch(in: line)).map { String($0.1) }
      }
    )
  }

  func complaints(about source: SourceText) -> [Complaint] {
    let pattern = /public (?:struct|enum|final class) (\w+): (.*)/
    return source.numberedLines.flatMap { number, line -> [Complaint] in
      guard let match = try? pattern.firstMatch(in: line), Self.isError(match.2) else { return [] }
      let name = String(match.1)
      let isDescribed = match.2.contains("_SelfDescribingError") || described.contains(name)
      let problems = [
        isDescribed ? nil : "is no _SelfDescribingError",
        catalogue.contains("`\(name)`") ? nil : "is missing in the guide on errors",
      ]
      return problems.compactMap(\.self).map {
        Complaint(path: source.path, line: number, message: "\(name) \($0)")
      }
    }
  }

  private static func isError(_ conformances: Substring) -> Bool {
    conformances.split { !$0.isLetter && $0 != "_" }.contains {
      $0 == "Error" || $0 == "LocalizedError" || $0 == "_SelfDescribingError"
    }
  }
}
