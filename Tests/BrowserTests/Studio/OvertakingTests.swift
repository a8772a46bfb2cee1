import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing

/// Requests and events that could overtake each other.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct OvertakingTests {
  /// Delays the requests of subscriptions, keeps their bodies, and notes whether two of one
  /// subscription were under way.
  private static let slowRequests = """
    window.bodies = []; window.running = new Set(); window.overlaps = false; window.really = fetch;
    window.fetch = async (path, options) => {
      if (!/\\/(grid|close)$/.test(path)) return window.really(path, options);
      const body = JSON.parse(options.body), id = body.subscription;
      window.bodies.push({ path: path.split('/').at(-1), ...body });
      window.overlaps ||= window.running.has(id);
      window.running.add(id);
      await new Promise(done => setTimeout(done, 50));
      try { return await window.really(path, options); } finally { window.running.delete(id); }
    };
    """

  @Test func `a table has one request under way, and of those that wait the newest is sent`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.evaluate(Self.slowRequests)
      for _ in 1...5 { try await test.page.press("ArrowRight", "s") }
      try await test.page.wait(for: "window.bodies.at(-1)?.sort?.[0]?.column === 'quantity'")
      try await test.page.wait(for: Rows.has("2", inColumn: 6, ofRow: 1))
      try await test.write("UPDATE orders SET note = 'live' WHERE id = 7")
      try await test.page.wait(for: Rows.has("live", inColumn: 8, ofRow: 1))
      #expect(try await test.holds("!window.overlaps"))
    }
  }

  @Test func `events of an older request are ignored until the newest is answered`() async throws {
    try await StudioPage.run { test in
      let kept = try await test.page.evaluate(
        """
        import('/stream.js').then(({ Subscription }) => {
          const kept = [], stream = { next: 1, state: 'off', subscriptions: new Map() };
          const one = new Subscription(stream, 'grid', {}, (kind, event) => kept.push(event.at));
          one.request = 2;
          one.receive('grid', { request: 1, reset: true, at: 0 });
          one.receive('grid', { at: 1 });
          one.receive('grid', { request: 2, reset: true, at: 2 });
          one.receive('grid', { at: 3 });
          return kept;
        })
        """
      )
      #expect(kept.elements.map(\.int) == [2, 3])
    }
  }

  @Test func `a cancellation that the server cannot know yet is repeated after the answer`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.open("orders")
      let sent = try await test.page.evaluate(
        """
        import('/stream.js').then(async ({ Subscription }) => {
          const really = fetch, sent = [];
          window.fetch = async (path, options) => {
            if (!/(sql|cancel)$/.test(path)) return really(path, options);
            sent.push(path.split('/').at(-1));
            return new Response('{}');
          };
          const stream = { tab: '', next: 1, state: 'live', subscriptions: new Map() };
          const one = new Subscription(stream, 'sql', {}, () => {});
          const sending = one.send();
          one.cancel();
          await sending;
          window.fetch = really;
          return sent;
        })
        """
      )
      #expect(sent.elements.map(\.string) == ["sql", "cancel", "cancel"])
    }
  }

  @Test func `text that was typed just before another table opens searches neither`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.evaluate(Self.slowRequests)
      // A timer that was set later, and is longer, fires after the one of the search.
      try await test.page.evaluate(
        """
        const search = document.querySelector('.search');
        search.value = 'lamp';
        search.dispatchEvent(new Event('input'));
        location.hash = '#/table/main/customers';
        new Promise(done => setTimeout(done, 300));
        """
      )
      try await test.page.wait(for: Rows.total("2,000 rows"))
      #expect(try await test.holds("location.hash === '#/table/main/customers'"))
      #expect(try await test.holds("!window.bodies.some(body => body.search)"))
      #expect(try await test.holds("window.bodies.filter(b => b.path === 'close').length === 1"))
    }
  }

  @Test func `a table that is left before its request is answered ends after the answer`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.evaluate(Self.slowRequests)
      try await test.page.evaluate("location.hash = '#/table/main/items'")
      try await test.page.wait(for: "window.bodies.some(body => body.table === 'items')")
      try await test.open("customers")
      try await test.page.wait(
        for: """
          window.bodies.some(body => body.path === 'close' && body.subscription ===
            window.bodies.find(other => other.table === 'items').subscription)
          """
      )
      #expect(try await test.holds("!window.overlaps"))
    }
  }

  @Test func `the page says why the server refuses its stream`() async throws {
    try await StudioPage.run(allowing: ["status of 503"]) { test in
      try await test.page.evaluate(
        """
        window.really = fetch;
        window.fetch = async (path, options) => path.startsWith('/api/events')
          ? new Response(JSON.stringify({ error: 'Too many tabs.' }), { status: 503 })
          : window.really(path, options);
        """
      )
      try await test.page.click("#badge")
      try await test.page.wait(for: "document.querySelector('#badge').dataset.state === 'paused'")
      try await test.page.click("#badge")
      try await test.page.wait(
        for: """
          document.querySelector('#notice').textContent.includes('Too many tabs.') &&
          document.querySelector('#badge').title === 'Too many tabs. press to try now'
          """
      )
    }
  }
}
