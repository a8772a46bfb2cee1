/// A search field; without a script, its button loads the results as a page.
struct SearchForm: PagePart {
  let action: WebPath
  let text: String
  let label: String

  var node: Node {
    tag("form", .id("find"), .role("search"), .other("method", "get"), .action(action)) {
      Icon.search
      tag(
        "input",
        .id("search"),
        .type("search"),
        .name("search"),
        .value(text),
        .label(label),
        .other("placeholder", label),
        .other("autocomplete", "off"),
        .other("enterkeyhint", "search"),
        .other("maxlength", "200")
      )
      tag("button", .type("submit"), .classes("plain")) { "Search" }
    }
  }
}
