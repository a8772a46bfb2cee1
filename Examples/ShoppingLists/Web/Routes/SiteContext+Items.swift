import ShoppingListsModel
import WebServer

extension SiteContext {
  /// The routes that write items.
  var itemRoutes: [Route] {
    [
      form("/lists/:list/items", retry: { .newItem($0.list) }) { request in
        let id = try FormText.key(request.form["key"], "key")
        let details = try ItemFields(request.form).details(try await items.fetchCategories())
        try await items.createItem(id: id, details, shoppingListId: request.list)
        return done(request, next: .list(request.list, search: ""))
      },
      form("/lists/:list/items/:item/edit", retry: { .editItem($0.item, $0.list) }) { request in
        let old = ItemFields(request.form, prefix: "old-").savedDetails
        let new = try ItemFields(request.form).details(try await items.fetchCategories())
        try await items.updateItem(id: request.item, from: old, to: new)
        return done(request, next: .list(request.list, search: ""))
      },
      // snippet.check
      form("/lists/:list/items/:item/check") { request in
        guard let wanted = ["0": false, "1": true][request.form["done"] ?? ""] else {
          throw FormProblem("done", "Whether it is to lie in the basket is said by 0 or 1.")
        }
        try await items.setCompletion(itemId: request.item, to: wanted)
        return done(request, next: .list(request.list, search: ""))
      },
      // snippet.end
      // snippet.move
      form("/lists/:list/items/:item/move") { request in
        let step = try FormText.key(request.form["step"], "step")
        let move = try await items.moveItem(id: request.item, to: ItemPlace(request.form))
        let flash = steps.keep(move.map(UndoableStep.move), key: step, back: .list(request.list))
        return done(request, next: .list(request.list, search: ""), flash)
      },
      // snippet.end
      form("/lists/:list/items/:item/delete") { request in
        let step = try FormText.key(request.form["step"], "step")
        let rows = try await items.deleteItem(id: request.item)
        let flash = steps.keep(rows, key: step, back: .list(request.list))
        return done(request, next: .list(request.list, search: ""), flash)
      },
    ]
  }
}
