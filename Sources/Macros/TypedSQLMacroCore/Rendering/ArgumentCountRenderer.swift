/// A renderer of `argumentCount`, which counts a row as its columns.
struct ArgumentCountRenderer {
  let types: [TypeText]

  var lines: Lines {
    let known = types.filter(\.isWellKnown).count
    let others = types.filter { !$0.isWellKnown }
    return Lines("public var argumentCount: Swift.Int?") {
      if others.isEmpty {
        "\(known)"
      } else {
        "var count = \(known)"
        for type in others { "count += \(type.text)._columnWidth" }
        "return count"
      }
    }
  }
}
