import ShoppingListsModel
import WebServer

extension SiteContext {
  /// The routes that write lists, and undo deletions and moves.
  var listRoutes: [Route] {
    [
      form("/lists", retry: { _ in .newList }) { request in
        let id = try FormText.key(request.form["key"], "key")
        try await lists.createList(id: id, title: title(request))
        return done(request, next: .list(id, search: ""))
      },
      form("/lists/:list/rename", retry: { .editList($0.list) }) { request in
        try await lists.renameList(id: request.list, to: title(request))
        return done(request, next: .list(request.list, search: ""))
      },
      form("/lists/:list/delete") { request in
        let step = try FormText.key(request.form["step"], "step")
        let rows = try await lists.deleteList(id: request.list)
        let flash = steps.keep(rows, key: step, back: .list(request.list))
        return done(request, next: .lists(search: ""), flash)
      },
      form("/lists/:list/clear") { request in
        let step = try FormText.key(request.form["step"], "step")
        let rows = try await items.deleteCompletedItems(forListId: request.list)
        let flash = steps.keep(rows, key: step, back: .list(request.list))
        return done(request, next: .list(request.list, search: ""), flash)
      },
      form("/undo") { request in
        switch steps.step(of: request.form["step"] ?? "") {
        case .deletion(let rows)?: try await shop.restore(rows)
        case .move(let move)?: try await items.moveItem(id: move.item.id, to: move.oldPlace)
        case nil: throw RequestError(404, "It cannot be undone any more.")
        }
        let next = request.form["next"].flatMap { Place(address: $0) }
        return done(request, next: next ?? .lists(search: ""))
      },
    ]
  }

  private func title(_ request: WebRequest) throws(FormProblem) -> String {
    try FormText.line(request.form["title"], "title", "The title", limit: FormLimits.title)
  }
}

extension WebRequest {
  /// The primary key of the list in the path.
  var list: ShoppingList.ID { parameters["list"] ?? "" }

  /// The primary key of the item in the path.
  var item: ShoppingItem.ID { parameters["item"] ?? "" }
}
