/// The source of a type for a table.
protocol SwiftTypeSource {
  /// The lines of the type; a comment if there is none for the table.
  var lines: [String] { get }
  /// Whether the source needs Foundation.
  var needsFoundation: Bool { get }
  /// The scales of its amounts that are stored as integers.
  var scales: Set<SwiftScale> { get }
}

/// Returns the source of a file with types.
func swiftFile(of types: [some SwiftTypeSource]) -> String {
  let imports =
    types.contains(where: \.needsFoundation)
    ? ["import Foundation", "import LiveSQL"] : ["import LiveSQL"]
  let scales = types.reduce(into: Set<SwiftScale>()) { $0.formUnion($1.scales) }
  let declarations = scales.sorted { $0.digits < $1.digits }.map(\.lines).filter { !$0.isEmpty }
  let blocks =
    [["// Written by `livesql schema --swift`."], imports] + declarations + types.map(\.lines)
  return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
}

/// The property and the type for a key of several columns.
struct SwiftKey {
  let property: String
  let type: String

  /// Chooses names that none of the other columns has.
  init(besides others: [String]) {
    let names = others.map(SwiftName.property)
    (property, type) = names.contains("id") ? ("key", "Key") : ("id", "ID")
  }

  /// Returns the lines of the type and of the property.
  func lines(_ properties: [SwiftProperty]) -> [String] {
    let attribute = property == "id" ? "" : "@Column(primaryKey: true) "
    let head = [
      "  /// The primary key.", "  @Selection", "  struct \(type): Hashable, Sendable {",
    ]
    return head + properties.flatMap(\.lines).map { "    \($0)" }
      + ["  }", "", "  \(attribute)let \(property): \(type)"]
  }
}
