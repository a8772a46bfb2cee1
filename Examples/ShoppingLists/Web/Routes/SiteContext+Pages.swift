import ShoppingListsModel
import WebServer

extension SiteContext {
  /// The routes that read whole pages.
  var pageRoutes: [Route] {
    [
      "/", "/lists/new", "/lists/:list", "/lists/:list/edit", "/lists/:list/statistics",
      "/lists/:list/items/new", "/lists/:list/items/:item",
    ].map { path in
      .get(path, access: .session) { request in
        let search = request.head.query["search"] ?? ""
        guard let place = Place(path: request.head.path, search: search) else {
          throw RequestError(404, "There is no such page.")
        }
        return await page(place, for: request)
      }
    }
  }

  /// Returns a page as an HTML document or, for the script, as JSON.
  private func page(_ place: Place, for request: WebRequest) async -> WebResponse {
    let content = await content(of: place)
    if request.wantsJSON { return .json(content.json, status: content.status) }
    let flash = request.head.query["undo"].flatMap(steps.flash)
    return document(content, flash)
  }

  /// Returns the page of a form with an invalid field.
  func page(_ place: Place, form: FormEntry) async -> WebResponse {
    var response = document(await content(of: place, form: form), nil)
    response.status = response.status == 200 ? 422 : response.status
    return response
  }

  private func document(_ content: PageContent, _ flash: Flash?) -> WebResponse {
    let document = PageDocument(content: content, flash: flash, templates: ItemTemplates.nodes)
    return .html(document.html(now: settings.now()), status: content.status)
  }

  @MainActor
  private func content(of place: Place, form: FormEntry? = nil) async -> PageContent {
    let screen = Screen(place, in: shop)
    await screen.load()
    if let problem = screen.problem { settings.report(problem) }
    return screen.content(form: form)
  }
}
