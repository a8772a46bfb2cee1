import TestSockets

extension BrowserPage {
  /// Presses keys one after another, such as `"a"`, `"Enter"` or `"Control+End"`.
  package func press(_ names: String...) async throws {
    for name in names {
      let stroke = KeyStroke(name)
      try await send("Input.dispatchKeyEvent", stroke.event(isDown: true))
      try await send("Input.dispatchKeyEvent", stroke.event(isDown: false))
    }
  }

  /// Types a text, key by key.
  package func type(_ text: String) async throws {
    for character in text { try await press(String(character)) }
  }

  /// Inserts a text at the cursor, as pasting does.
  package func insert(_ text: String) async throws {
    try await send("Input.insertText", ["text": .string(text)])
  }

  /// Clicks the middle of an element.
  ///
  /// - Parameters:
  ///   - selector: A CSS selector; the first visible element is clicked.
  ///   - text: A text that the element contains.
  package func click(_ selector: String, withText text: String? = nil) async throws {
    let place = try await place(of: selector, withText: text)
    try await movePointer(to: place)
    try await mouse("mousePressed", place, ["button": "left", "clickCount": 1])
    try await mouse("mouseReleased", place, ["button": "left", "clickCount": 1])
  }

  /// Presses the mouse button on an element, moves the pointer in steps, and releases the button.
  ///
  /// - Parameters:
  ///   - selector: A CSS selector; the first visible element is dragged.
  ///   - distance: The distance downwards, in pixels.
  package func drag(_ selector: String, byY distance: Double, steps: Int = 10) async throws {
    var place = try await place(of: selector, withText: nil)
    let start = place.y
    try await movePointer(to: place)
    try await mouse("mousePressed", place, ["button": "left", "clickCount": 1])
    for step in 1...steps {
      place.y = start + distance * Double(step) / Double(steps)
      try await mouse("mouseMoved", place, ["button": "left", "buttons": 1])
    }
    try await mouse("mouseReleased", place, ["button": "left", "clickCount": 1])
  }

  /// Moves the pointer.
  package func movePointer(to place: (x: Double, y: Double)) async throws {
    try await mouse("mouseMoved", place)
  }

  /// Turns the mouse wheel.
  package func wheel(_ y: Double, at place: (x: Double, y: Double)) async throws {
    try await mouse("mouseWheel", place, ["deltaX": 0, "deltaY": .number(y)])
  }

  /// Moves a finger from one place to another in steps, and lifts it.
  ///
  /// - Parameter rests: Whether the finger rests before it is lifted, so that nothing glides on.
  package func swipe(
    from start: (x: Double, y: Double),
    byY distance: Double,
    steps: Int,
    rests: Bool = false
  ) async throws {
    try await touch("touchStart", [start])
    for step in 1...steps {
      try await touch("touchMove", [(start.x, start.y + distance * Double(step) / Double(steps))])
      try await evaluate("new Promise(done => requestAnimationFrame(done))")
    }
    if rests { try await evaluate("new Promise(done => setTimeout(done, 200))") }
    try await touch("touchEnd", [])
  }

  /// Waits for an element, scrolls it into view, and returns its middle.
  private func place(of selector: String, withText text: String?) async throws -> (
    x: Double, y: Double
  ) {
    let find = """
      [...document.querySelectorAll(\(JSONValue.string(selector).text))].find(e =>
        e.checkVisibility() && (\(JSONValue(optional: text).text) === null ||
          e.textContent.includes(\(JSONValue(optional: text).text))))
      """
    try await wait(for: find, "\(selector) \(text ?? "")")
    let place = try await evaluate(
      """
      (() => {
        const e = \(find);
        e.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        const r = e.getBoundingClientRect();
        return [r.left + r.width / 2, r.top + r.height / 2];
      })()
      """
    )
    return (place[0].number ?? 0, place[1].number ?? 0)
  }

  private func mouse(
    _ type: String,
    _ place: (x: Double, y: Double),
    _ more: [String: JSONValue] = [:]
  ) async throws {
    let event: [String: JSONValue] = [
      "type": .string(type), "x": .number(place.x), "y": .number(place.y),
    ]
    try await send("Input.dispatchMouseEvent", .object(event.merging(more) { $1 }))
  }

  private func touch(_ type: String, _ places: [(x: Double, y: Double)]) async throws {
    let points = places.map { place -> JSONValue in ["x": .number(place.x), "y": .number(place.y)] }
    try await send(
      "Input.dispatchTouchEvent",
      ["type": .string(type), "touchPoints": .array(points)]
    )
  }
}

extension JSONValue {
  fileprivate init(optional text: String?) { self = text.map { .string($0) } ?? .null }
}

/// A key with its modifiers.
private struct KeyStroke {
  private let key: String
  private let modifiers: Int

  init(_ name: String) {
    var parts = name.count > 1 ? name.split(separator: "+").map(String.init) : [name]
    key = parts.removeLast()
    let bits = ["Alt": 1, "Control": 2, "Meta": 4, "Shift": 8]
    modifiers = parts.reduce(0) { $0 | (bits[$1] ?? 0) }
  }

  func event(isDown: Bool) -> JSONValue {
    let isTyping = key.count == 1 && modifiers & 7 == 0
    let text = key == "Enter" ? "\r" : isTyping ? key : nil
    var event: [String: JSONValue] = [
      "type": isDown ? (text == nil ? "rawKeyDown" : "keyDown") : "keyUp",
      "key": .string(key), "code": .string(code), "modifiers": .number(Double(modifiers)),
      "windowsVirtualKeyCode": .number(Double(number)),
    ]
    if isDown, let text { event["text"] = .string(text) }
    if isDown, modifiers == 2, let command = Self.commands[key] { event["commands"] = [command] }
    return .object(event)
  }

  /// The editing commands that the system's keyboard sends to fields.
  private static let commands: [String: JSONValue] = ["a": "selectAll"]

  private var code: String {
    guard let scalar = key.unicodeScalars.first, key.count == 1 else {
      return key == " " ? "Space" : key
    }
    if key == " " { return "Space" }
    if ("0"..."9").contains(key) { return "Digit\(key)" }
    return scalar.properties.isAlphabetic ? "Key\(key.uppercased())" : ""
  }

  // https://developer.mozilla.org/en-US/docs/Web/API/KeyboardEvent/keyCode
  private var number: Int {
    let named = [
      "Backspace": 8, "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "PageUp": 33, "PageDown": 34,
      "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
      "Delete": 46, "F2": 113,
    ]
    if let number = named[key] { return number }
    guard key.count == 1, let value = key.uppercased().unicodeScalars.first?.value else { return 0 }
    let isPlain = (48...57).contains(value) || (65...90).contains(value)
    return isPlain ? Int(value) : 0
  }
}
