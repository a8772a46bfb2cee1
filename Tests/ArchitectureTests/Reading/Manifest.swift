/// The targets of a `Package.swift`, read from its text.
///
/// The manifest is the only place that says which module may import which.
struct Manifest {
  struct Target: Equatable {
    let name: String
    let isTest: Bool
    let dependencies: [String]
    /// The path of its sources, if the manifest sets it.
    var path: String?
  }

  let targets: [Target]

  init(text: String) {
    let code = text.replacing(/\/\/[^\n]*/, with: "")
    let pattern = /\.(systemLibrary|target|executableTarget|testTarget|macro)\(\s*name:\s*"([^"]+)"/
    let heads = code.matches(of: pattern)
    let ends = heads.dropFirst().map(\.range.lowerBound) + [code.endIndex]
    targets = zip(heads, ends).map { head, end in
      Target(
        name: String(head.2),
        isTest: head.1 == "testTarget",
        dependencies: Self.dependencies(in: code[head.range.upperBound..<end]),
        path: Self.path(in: code[head.range.upperBound..<end])
      )
    }
  }

  private static func dependencies(in text: Substring) -> [String] {
    guard let list = text.firstMatch(of: /dependencies:\s*\[([^\]]*)\]/) else { return [] }
    return list.1.matches(of: /"([^"]+)"/).map { String($0.1) }
  }

  private static func path(in text: Substring) -> String? {
    text.firstMatch(of: /path:\s*"([^"]+)"/).map { String($0.1) }
  }

  /// Returns the target that a source belongs to.
  func target(of source: SourceText) -> Target? {
    targets.first { target in target.path.map { source.path.hasPrefix($0 + "/") } ?? false }
      ?? target(named: source.folders.dropFirst().first ?? "")
  }

  func target(named name: some StringProtocol) -> Target? {
    targets.first { $0.name == name }
  }

  /// Returns the direct and indirect dependencies of a target.
  func reachable(from target: Target) -> Set<String> {
    var found: Set<String> = []
    var open = target.dependencies
    while let name = open.popLast() {
      guard found.insert(name).inserted else { continue }
      open += self.target(named: name)?.dependencies ?? []
    }
    return found
  }
}
