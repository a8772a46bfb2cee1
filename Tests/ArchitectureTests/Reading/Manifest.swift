/// The targets of a `Package.swift`, read from its text.
///
/// The manifest is the only place that says which module may import which.
struct Manifest {
  struct Target: Equatable {
    let name: String
    let isTest: Bool
    let dependencies: [String]
    /// The path of its sources, if the manifest or its group sets it.
    var path: String?
  }

  /// A folder in `Sources`, with its modules.
  struct Group: Equatable {
    let name: String
    var modules: [String]
  }

  let targets: [Target]
  let groups: [Group]

  init(text: String) {
    let code = text.replacing(/\/\/[^\n]*/, with: "")
    let pattern = /\.(systemLibrary|target|executableTarget|testTarget|macro)\(\s*name:\s*"([^"]+)"/
    let heads = code.matches(of: pattern)
    let ends = heads.dropFirst().map(\.range.lowerBound) + [code.endIndex]
    let groups = Self.groups(in: code)
    self.groups = groups
    targets = zip(heads, ends).map { head, end in
      let name = String(head.2)
      let group = groups.first { $0.modules.contains(name) }?.name
      return Target(
        name: name,
        isTest: head.1 == "testTarget",
        dependencies: Self.dependencies(in: code[head.range.upperBound..<end]),
        path: Self.path(in: code[head.range.upperBound..<end])
          ?? group.map { "Sources/\($0)/\(name)" }
      )
    }
  }

  /// Reads the table of groups, in which a group can have more than one line.
  private static func groups(in text: String) -> [Group] {
    guard let table = text.firstMatch(of: /let groups = """([^"]*)"""/) else { return [] }
    return table.1.matches(of: /(\w+): ([\w ]+)/).reduce(into: []) { groups, line in
      let modules = line.2.split(separator: " ").map(String.init)
      if let last = groups.indices.last, groups[last].name == line.1 {
        groups[last].modules += modules
      } else {
        groups.append(Group(name: String(line.1), modules: modules))
      }
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

  /// Returns the position of the group that a module belongs to.
  func group(of module: String) -> Int? {
    groups.firstIndex { $0.modules.contains(module) }
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
