import TestSockets

extension BrowserPage {
  /// Replaces the text of a field, as if it were typed at once.
  package func fill(_ selector: String, with text: String) async throws {
    try await change(selector, "e.value = \(JSONValue.string(text).text)", dispatching: "input")
  }

  /// Chooses an option of a list by its value.
  package func choose(_ value: String, in selector: String) async throws {
    try await change(selector, "e.value = \(JSONValue.string(value).text)", dispatching: "input")
    try await change(selector, "", dispatching: "change")
  }

  /// Selects a file in a file field.
  package func chooseFile(_ path: String, in selector: String) async throws {
    let object = try await send(
      "Runtime.evaluate",
      ["expression": .string("document.querySelector(\(JSONValue.string(selector).text))")]
    )["result"]["objectId"]
    try await send("DOM.setFileInputFiles", ["files": [.string(path)], "objectId": object])
  }

  /// Moves the focus to an element.
  package func focus(_ selector: String) async throws {
    try await wait(for: "document.querySelector(\(JSONValue.string(selector).text))", selector)
    try await evaluate("document.querySelector(\(JSONValue.string(selector).text)).focus()")
  }

  private func change(_ selector: String, _ script: String, dispatching event: String) async throws
  {
    let find = "document.querySelector(\(JSONValue.string(selector).text))"
    try await wait(for: find, selector)
    try await evaluate(
      """
      (() => {
        const e = \(find);
        e.focus();
        \(script);
        e.dispatchEvent(new Event("\(event)", { bubbles: true }));
      })()
      """
    )
  }
}

// MARK: - History

extension BrowserPage {
  /// Loads the page again.
  package func reload() async throws { try await loading { try await send("Page.reload") } }

  /// Goes back, as the browser's button does.
  package func goBack() async throws { try await evaluate("history.back()") }
}

// MARK: - Accessibility

extension BrowserPage {
  /// A node of the page's accessibility tree.
  package struct AccessibleNode: Sendable, Hashable {
    package var role: String
    package var name: String
    /// Whether the keyboard reaches the node.
    package var isFocusable: Bool
  }

  /// Returns all nodes that a screen reader sees.
  package func accessibilityTree() async throws -> [AccessibleNode] {
    try await send("Accessibility.getFullAXTree")["nodes"].elements
      .filter { $0["ignored"].bool != true }
      .map { node in
        AccessibleNode(
          role: node["role"]["value"].string ?? "",
          name: node["name"]["value"].string ?? "",
          isFocusable: node["properties"].elements.contains {
            $0["name"] == "focusable" && $0["value"]["value"] == true
          }
        )
      }
  }
}
