/// A page that shows an error, and no data.
struct ErrorDocument {
  let status: Int
  let message: String

  private var title: String {
    switch status {
    case 401, 403, 421: "Not from here"
    case 404: "Not found"
    case 500...: "Something went wrong"
    default: "That did not work"
    }
  }

  var html: String {
    let page = tag("html", .other("lang", "en")) {
      tag("head") {
        tag("meta", .other("charset", "utf-8"))
        tag("meta", .name("viewport"), .other("content", "width=device-width, initial-scale=1"))
        tag("title") { title }
        StyleSheets.all
      }
      tag("body") {
        tag("main", .id("main"), .classes("narrow", "alone")) {
          tag("div", .classes("empty")) {
            Icon.basket
            tag("h1", .classes("empty-title")) { title }
            tag("p") { message }
            // Without the key, the link would lead back to this page.
            if status != 401 {
              tag("a", .classes("button", "primary"), .href("/")) { "Shopping lists" }
            }
          }
        }
      }
    }
    return "<!doctype html>\n" + page.html()
  }
}
