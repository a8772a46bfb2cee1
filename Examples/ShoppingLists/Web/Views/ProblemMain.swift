/// The main part of a page that cannot be read; it shows no data.
struct ProblemMain: PagePart {
  var node: Node {
    tag("main", .id("main"), .classes("narrow"), .other("tabindex", "-1")) {
      tag("div", .id("form")) {
        tag("div", .classes("empty"), .role("alert")) {
          Icon.basket
          tag("h1", .classes("empty-title")) { "The lists cannot be read" }
          tag("p") {
            "Their database does not answer. The window of the program says why."
          }
        }
      }
    }
  }
}
