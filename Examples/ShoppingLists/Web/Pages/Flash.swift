/// A message about the last deletion or move, with an undo button.
struct Flash: PagePart, Hashable, Sendable {
  /// The key of the step.
  let step: String
  /// The message: “Milk” was deleted.
  let text: String
  /// The page to show after undoing.
  let back: WebPath

  var node: Node {
    tag("form", .classes("notice"), .other("method", "post"), .action("/undo"), .role("status")) {
      tag("input", .type("hidden"), .name("step"), .value(step))
      tag("input", .type("hidden"), .name("next"), .value(back.text))
      tag("span") { text }
      tag("button", .type("submit"), .id("undo")) { "Undo" }
    }
  }
}
