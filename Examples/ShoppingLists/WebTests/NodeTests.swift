import Foundation
import Testing

@testable import ShoppingListsWeb

/// The rendering of nodes as HTML and JSON.
@Suite struct NodeTests {
  private static let evil = #"<script>alert("1")</script> & 'x' \#u{0}"#

  @Test func `texts and attribute values are escaped`() {
    let node = tag("p", .label(Self.evil), .href("/lists/\(Self.evil)")) { Self.evil }
    let html = node.html()
    #expect(!html.contains("<script") && !html.contains("'x'") && !html.contains("\0"))
    #expect(
      html.hasSuffix(
        ">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39; \u{FFFD}</p>"
      )
    )
    #expect(html.contains(#"href="/lists/%3Cscript%3Ealert%28%221%22%29%3C%2Fscript%3E"#))
  }

  @Test(arguments: [
    ("a/b", "a%2Fb"), ("..", ".."), ("é🥬", "%C3%A9%F0%9F%A5%AC"), ("?&#\n", "%3F%26%23%0A"),
  ])
  func `interpolated path segments are percent-encoded`(part: String, encoded: String) {
    let path: WebPath = "/lists/\(part)/edit"
    #expect(path.text == "/lists/\(encoded)/edit")
    #expect(encoded.removingPercentEncoding == part)
  }

  @Test func `void elements have no end tag`() {
    let node = tag("p", .classes("a", nil, "b"), .classes(nil), .flag("hidden")) {
      tag("input", .flag("required"), .flag("disabled", false), .value(""))
      tag("br")
    }
    #expect(node.html() == #"<p class="a b" hidden><input required value><br></p>"#)
  }

  @Test func `nodes are encoded as JSON without markup`() throws {
    let node = tag("li", .id("item-7")) {
      "a<b"
      tag("b") { "\"" }
      Node.time(Date(timeIntervalSince1970: 1.5))
    }
    #expect(node.json == #"["li",{"id":"item-7"},"a<b",["b",{},"\""],{"time":1.5}]"#)
    let json = try JSONSerialization.jsonObject(with: Data(tag("p") { Self.evil }.json.utf8))
    #expect((json as? [Any])?.last as? String == Self.evil)
  }

  @Test func `a new key differs in each rendering, and is omitted from JSON`() {
    let node = HiddenField.freshKey("key").node
    let keys = (0..<2).map { _ in node.html().split(separator: "\"").first { $0.count == 36 } }
    #expect(Set(keys).count == 2 && !keys.contains(nil))
    #expect(node.json == #"["input",{"type":"hidden","name":"key"}]"#)
    #expect(node == HiddenField.freshKey("key").node)
  }

  @Test(arguments: [
    (0, "just now"), (59, "just now"), (60, "1 minute ago"), (3_599, "59 minutes ago"),
    (7_200, "2 hours ago"), (90_000, "1 day ago"), (-5, "just now"), (700_000, "2023-11-14"),
  ])
  func `times are shown relative to now`(seconds: Double, text: String) {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(PassedTime.text(since: date, now: date + seconds) == text)
    let html = Node.time(date).html(now: date + seconds)
    #expect(html == "<time datetime=\"2023-11-14T22:13:20Z\">\(text)</time>")
  }
}
