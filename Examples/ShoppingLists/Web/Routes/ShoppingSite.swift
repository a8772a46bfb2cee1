import Foundation
import ShoppingListsModel
import WebServer

/// A web server for the shopping lists, for browsers on this machine.
///
/// ```swift
/// let site = ShoppingSite(database: try ShoppingDatabase(at: path))
/// print(try site.start())
/// ```
///
/// It listens on the loopback interface only. A browser gets access by the address that ``start()``
/// returns, which sets a cookie: forms without a script cannot send a token in a header. Cookies
/// are shared by all ports of a host, so pages of other local servers could submit forms with this
/// cookie; the checks of `Sec-Fetch-Site` and `Origin` refuse them. That is enough for shopping
/// lists, but would not be enough for a tool that can read any database.
final class ShoppingSite: Sendable {
  /// The settings of a site.
  struct Settings: Sendable {
    /// The port; 0 lets the system choose one.
    var port: UInt16 = 0
    /// Whether the system chooses another port if this one cannot be listened on.
    var acceptsOtherPort = false
    /// The secret that gives browsers access.
    var key = AccessToken()
    /// Returns the current time.
    var now: @Sendable () -> Date = { Date() }
    /// Reports an error at the terminal.
    var report: @Sendable (any Error) -> Void = { _ in }
  }

  let context: SiteContext
  let server: WebServer

  init(database: ShoppingDatabase, settings: Settings = Settings()) {
    context = SiteContext(database, settings)
    var web = WebServer.Settings()
    web.port = settings.port
    web.acceptsOtherPort = settings.acceptsOtherPort
    web.needsToken = false
    web.session = context.cookie
    web.securityHeaders = SecurityHeaders(hasForms: true)
    web.errorPage = { status, message in
      .html(ErrorDocument(status: status, message: message).html, status: status)
    }
    server = WebServer(web, routes: context.routes)
  }

  /// Starts the server.
  ///
  /// - Returns: The address that gives a browser access.
  /// - Throws: ``WebServerError`` if libmicrohttpd is missing, or the port is in use.
  func start() throws(WebServerError) -> String {
    "http://\(try server.start())/enter?key=\(context.settings.key)"
  }

  /// Closes all streams, and stops the server.
  func stop() async {
    await context.pages.closeAll()
    await server.stop()
  }
}

/// The state that the routes of a site share.
struct SiteContext: Sendable {
  let settings: ShoppingSite.Settings
  let shop: ShoppingDatabase
  let lists: ShoppingListRepository
  let items: ShoppingItemRepository
  let cookie: SessionCookie
  let pages = OpenPages()
  let steps = UndoableSteps()

  init(_ shop: ShoppingDatabase, _ settings: ShoppingSite.Settings) {
    self.shop = shop
    self.settings = settings
    lists = ShoppingListRepository(database: shop, now: settings.now)
    items = ShoppingItemRepository(database: shop, now: settings.now)
    cookie = SessionCookie(name: "shopping-lists", token: settings.key)
  }

  var routes: [Route] {
    WebFiles.all.map(\.route) + [entrance] + pageRoutes + listRoutes + itemRoutes + liveRoutes
  }

  /// Sets the cookie.
  ///
  /// The page redirects by `<meta http-equiv="refresh">` and not by status 303: if the browser
  /// comes from a file or another site, a redirected request would still count as cross-site, and
  /// would not carry the cookie.
  private var entrance: Route {
    .get("/enter", access: .open) { request in
      guard let key = request["key"], settings.key.isEqual(to: key) else {
        throw RequestError(
          401,
          "This is not the key. Open the address that the program has printed."
        )
      }
      var response = WebResponse.html(EntranceDocument().html)
      response.headers.append(cookie.header(for: request.head))
      return response
    }
  }
}
