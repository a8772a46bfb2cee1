import Foundation

/// The HTML document of a page.
struct PageDocument {
  let content: PageContent
  /// A message about the last deletion or move.
  var flash: Flash?
  /// The templates that the script clones for new items.
  var templates: [Node] = []

  func html(now: Date) -> String {
    "<!doctype html>\n" + node.html(now: now)
  }

  private var node: Node {
    tag("html", .other("lang", "en")) {
      head
      tag("body", .other("data-shown", content.mark)) {
        tag("a", .classes("skip"), .href("#main")) { "Skip to the content" }
        Node.element(content.element)
        tag("div", .id("notice")) { if let flash { flash } }
        LiveBadge()
        tag("div", .id("announcements"), .classes("unseen"), .role("status"))
        tag("dialog", .id("sheet"), .label("Edit"))
        for template in templates { template }
        tag("noscript") {
          tag("p", .classes("noscript")) { "Reload the page to see what others have changed." }
        }
      }
    }
  }

  private var head: Node {
    tag("head") {
      tag("meta", .other("charset", "utf-8"))
      tag(
        "meta",
        .name("viewport"),
        .other("content", "width=device-width, initial-scale=1, viewport-fit=cover")
      )
      tag("meta", .name("color-scheme"), .other("content", "light dark"))
      tag("title") { content.title }
      tag("link", .other("rel", "icon"), .href("/icon.svg"), .other("type", "image/svg+xml"))
      StyleSheets.all
      tag("script", .other("type", "module"), .other("src", "/main.js"))
    }
  }
}

/// The style sheets of all pages.
enum StyleSheets {
  static let all = ["/shop.css", "/parts.css", "/forms.css", "/chart.css"].map { path in
    tag("link", .other("rel", "stylesheet"), .href(path))
  }
}

/// The badge that shows whether the page is live; only the script makes it visible.
struct LiveBadge: PagePart {
  var node: Node {
    tag("p", .id("live"), .flag("hidden")) {
      tag("i", .other("aria-hidden", "true"))
      tag("span") { "Connecting" }
    }
  }
}
