package import Foundation
import Synchronization
package import TestSockets

/// A page in a browser that a test drives.
///
/// State: the complaints, and whether the page has loaded, guarded by a mutex.
package final class BrowserPage: Sendable {
  struct State {
    var diagnostics: [String] = []
    var loadCount = 0
    var loading: [CheckedContinuation<Void, Never>] = []
    var requests: [String] = []
  }

  let pipe: DevToolsPipe
  let session: String
  let context: JSONValue
  private let target: JSONValue
  let look: PageLook
  let state = Mutex(State())

  init(
    _ pipe: DevToolsPipe,
    session: String,
    target: JSONValue,
    context: JSONValue,
    _ look: PageLook
  ) {
    (self.pipe, self.session, self.target) = (pipe, session, target)
    (self.context, self.look) = (context, look)
  }

  /// Makes the page report its events, and sets its look.
  func prepare() async throws {
    pipe.listen(to: session) { [weak self] method, parameters in self?.receive(method, parameters) }
    for domain in ["Page", "Runtime", "Log"] { try await send("\(domain).enable") }
    try await send(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(look.width)), "height": .number(Double(look.height)),
        "deviceScaleFactor": .number(look.pixelRatio), "mobile": .bool(look.isTouch),
      ]
    )
    let features: [JSONValue] = [
      ["name": "prefers-color-scheme", "value": look.isDark ? "dark" : "light"],
      [
        "name": "prefers-reduced-motion",
        "value": look.reducesMotion ? "reduce" : "no-preference",
      ],
    ]
    try await send("Emulation.setEmulatedMedia", ["features": .array(features)])
    if look.isTouch { try await send("Emulation.setTouchEmulationEnabled", ["enabled": true]) }
    if !look.runsScripts {
      try await send("Emulation.setScriptExecutionDisabled", ["value": true])
    }
  }

  /// Sends a command for the page.
  @discardableResult
  package func send(_ method: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
    try await pipe.send(method, parameters, session: session)
  }

  /// Goes to an address, and waits until the page is loaded.
  package func navigate(to address: String) async throws {
    let count = state.withLock { $0.loadCount }
    let answer = try await send("Page.navigate", ["url": .string(address)])
    if let error = answer["errorText"].string { throw BrowserError("\(error): \(address)") }
    // Another fragment of the same page loads nothing.
    if answer["loaderId"] != nil { await loaded(after: count) }
  }

  /// Runs a closure that makes the browser load a page, and waits until it is loaded.
  package func loading(_ action: () async throws -> Void) async throws {
    let count = state.withLock { $0.loadCount }
    try await action()
    await loaded(after: count)
  }

  private func loaded(after count: Int) async {
    await withCheckedContinuation { continuation in
      let isLoaded = state.withLock { state in
        if state.loadCount > count { return true }
        state.loading.append(continuation)
        return false
      }
      if isLoaded { continuation.resume() }
    }
  }

  /// Closes the page and discards its storage.
  package func close() async {
    pipe.stopListening(to: session)
    _ = try? await pipe.send("Target.closeTarget", ["targetId": target])
  }

  /// Closes the page, all pages that share its storage, and the storage.
  package func closeContext() async {
    pipe.stopListening(to: session)
    _ = try? await pipe.send("Target.disposeBrowserContext", ["browserContextId": context])
  }
}

// MARK: - Events of the page

extension BrowserPage {
  /// The messages on the page's console, errors of scripts, and violations of its policies.
  package var diagnostics: [String] { state.withLock { $0.diagnostics } }

  private func receive(_ method: String, _ parameters: JSONValue) {
    switch method {
    case "Page.loadEventFired":
      let waiting = state.withLock { state in
        state.loadCount += 1
        defer { state.loading = [] }
        return state.loading
      }
      for continuation in waiting { continuation.resume() }
    case "Runtime.consoleAPICalled":
      let texts = parameters["args"].elements.map { $0["value"].string ?? $0["description"].text }
      addDiagnostic(texts.joined(separator: " "))
    case "Runtime.exceptionThrown":
      let details = parameters["exceptionDetails"]
      addDiagnostic(details["exception"]["description"].string ?? details["text"].text)
    case "Log.entryAdded":
      let entry = parameters["entry"]
      addDiagnostic("\(entry["text"].string ?? "") \(entry["url"].string ?? "")")
    case "Network.requestWillBeSent":
      let request = parameters["request"]
      let line = "\(request["method"].string ?? "") \(request["url"].string ?? "")"
      state.withLock { $0.requests.append(line) }
    case "Page.javascriptDialogOpening": addDiagnostic("a dialog: \(parameters["message"].text)")
    default: break
    }
  }

  private func addDiagnostic(_ text: String) { state.withLock { $0.diagnostics.append(text) } }
}

// MARK: - Content of the page

extension BrowserPage {
  /// Runs a script in the page, and waits for a promise.
  ///
  /// - Returns: The value of the last expression, as JSON.
  /// - Throws: `BrowserError` with what the script threw.
  @discardableResult
  package func evaluate(_ script: String) async throws -> JSONValue {
    let answer = try await send(
      "Runtime.evaluate",
      [
        "expression": .string(script), "awaitPromise": true, "returnByValue": true,
        "userGesture": true,
      ]
    )
    let problem = answer["exceptionDetails"]
    if problem != nil {
      throw BrowserError(problem["exception"]["description"].string ?? problem["text"].text)
    }
    return answer["result"]["value"]
  }

  /// The number of seconds after which waiting ends, because the test hangs.
  ///
  /// It judges nothing: a machine may have much else to do. `LIVESQL_BROWSER_PATIENCE` shortens
  /// it while a test is written.
  static let patience =
    ProcessInfo.processInfo.environment["LIVESQL_BROWSER_PATIENCE"].flatMap(Int.init) ?? 300

  /// Waits until an expression is true in the page.
  ///
  /// - Throws: `BrowserError` with what the page complained of and shows, if it does not become
  ///   true in five minutes.
  package func wait(for condition: String, _ what: String? = nil) async throws {
    let script = """
      new Promise(done => {
        const end = Date.now() + \(Self.patience * 1_000);
        const step = () => {
          let found = false, problem = null;
          try { found = !!(\(condition)); } catch (error) { problem = String(error); }
          if (found) done(null);
          else if (Date.now() > end) done(problem ?? "it is not so");
          else setTimeout(step, 5);
        };
        step();
      })
      """
    let problem = try await evaluate(script)
    guard let text = problem.string else { return }
    let shown = try await evaluate("document.body.innerText.slice(0, 2000)").text
    throw BrowserError(
      """
      Not within \(Self.patience) s: \(what ?? condition) (\(text)). \
      Complaints: \(diagnostics.formatted()). The page shows: \(shown)
      """
    )
  }

  /// Takes a screenshot, as PNG.
  package func screenshot() async throws -> Data {
    let answer = try await send("Page.captureScreenshot", ["format": "png"])
    guard let data = answer["data"].string.flatMap({ Data(base64Encoded: $0) }) else {
      throw BrowserError("The browser gives no picture.")
    }
    return data
  }
}
