/// The page behind the printed address, which redirects to the lists.
struct EntranceDocument {
  var html: String {
    let page = tag("html", .other("lang", "en")) {
      tag("head") {
        tag("meta", .other("charset", "utf-8"))
        tag("meta", .other("http-equiv", "refresh"), .other("content", "0;url=/"))
        tag("meta", .name("color-scheme"), .other("content", "light dark"))
        tag("title") { "Shopping lists" }
      }
      tag("body") { tag("p") { tag("a", .href("/")) { "Shopping lists" } } }
    }
    return "<!doctype html>\n" + page.html()
  }
}
