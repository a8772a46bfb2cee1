import LiveSQL
import Observation
import ShoppingListsModel

/// The models of a page; ``content`` renders them, and can be observed.
@MainActor
@Observable
final class Screen {
  private(set) var place: Place

  @ObservationIgnored private let all: AllListsModel
  @ObservationIgnored private let one: ListModel?
  @ObservationIgnored @FetchOne private var item: ShoppingItem?

  init(_ place: Place, in shop: ShoppingDatabase) {
    self.place = place
    if case .lists(let search) = place {
      all = AllListsModel(database: shop, searchText: search)
    } else {
      all = AllListsModel(database: shop)
    }
    one = place.listID.map {
      ListModel(listId: $0, database: shop, searchText: place.search)
    }
    if case .editItem(let id, _) = place {
      _item = FetchOne(
        ShoppingItem.where { $0.id.eq(id) },
        database: shop.database,
        delivery: .mainActor
      )
    }
  }

  /// Waits until the content is loaded, or failed to load.
  func load() async {
    // The content shows errors.
    try? await all.load()
    try? await one?.load()
    if case .editItem = place { try? await $item.load() }
  }

  /// Searches for a text.
  func search(_ text: String) async {
    guard text != place.search else { return }
    // Without a search text, the page shows rows that are already loaded.
    if text.isEmpty { place = place.searching(text) }
    if case .lists = place { try? await all.search(text) } else { try? await one?.search(text) }
    place = place.searching(text)
  }

  /// The content of the page.
  var content: PageContent { content(form: nil) }

  /// Returns the content with the given values and the error in its form.
  func content(form: FormEntry?) -> PageContent {
    guard problem != nil else { return main(form) }
    // Keep showing the last loaded rows until reading succeeds again.
    if !all.lists.isEmpty { return main(form).withWarning }
    return PageContent(
      title: "Shopping lists",
      status: 503,
      kind: .form,
      side: ListsSide(lists: [], isKnown: false),
      main: ProblemMain()
    )
  }

  /// The error of a failed fetch.
  var problem: (any Error)? { all.loadError ?? one?.loadError ?? itemError }

  private var itemError: (any Error)? {
    if case .editItem = place { $item.loadError } else { nil }
  }

  private var side: ListsSide {
    var side = ListsSide(lists: all.lists, selected: place.listID)
    if case .lists(let search) = place { (side.search, side.isPage) = (search, true) }
    return side
  }
}

/// The submitted values of a form that has an invalid field.
struct FormEntry: Sendable {
  var fields = ItemFields()
  var title = ""
  let problem: FormProblem
}

// MARK: - The pages

extension Screen {
  private func main(_ form: FormEntry?) -> PageContent {
    switch place {
    case .lists:
      return page(nil, .lists, PlaceholderMain())
    case .newList:
      return page("New list", .form, newList(form))
    case .list, .editList, .statistics, .newItem, .editItem:
      guard let one, let list = one.list else { return gone("list", back: ("/", "Shopping lists")) }
      return main(one, list, form)
    }
  }

  private func main(
    _ model: ListModel,
    _ list: ShoppingListWithCount,
    _ form: FormEntry?
  ) -> PageContent {
    switch place {
    case .editList:
      let content = EditListForm(
        list: list,
        title: form?.title ?? list.title,
        problem: form?.problem
      )
      return page("Edit list", .form, formMain("Edit list", list, content))
    case .statistics:
      let main = StatisticsMain(list: list, stats: model.stats)
      return page("Statistics of \(list.title)", .list, main)
    case .newItem:
      return page("New item", .form, formMain("New item", list, newItem(model, form)))
    case .editItem:
      guard let item else { return gone("item", back: (.list(list.id), list.title)) }
      return page("Edit item", .form, formMain("Edit item", list, edit(item, model, form)))
    default:
      return page(list.title, .list, listMain(model, list))
    }
  }

  private func page(_ title: String?, _ kind: PageKind, _ main: some PagePart) -> PageContent {
    PageContent(
      title: (title.map { "\($0) – " } ?? "") + "Shopping lists",
      kind: kind,
      side: side,
      main: main
    )
  }

  private func gone(_ what: String, back: (path: WebPath, name: String)) -> PageContent {
    PageContent(
      title: "Deleted – Shopping lists",
      status: 404,
      kind: .form,
      side: side,
      main: GoneMain(what: what, back: back)
    )
  }
}

// MARK: - Their parts

extension Screen {
  private func listMain(_ model: ListModel, _ list: ShoppingListWithCount) -> ListMain {
    ListMain(
      list: list,
      sections: place.search.isEmpty ? model.sections : [],
      categories: model.categories,
      search: place.search,
      found: place.search.isEmpty ? [] : model.found
    )
  }

  private func newList(_ form: FormEntry?) -> FormMain<ListForm> {
    FormMain(
      title: "New list",
      accent: nil,
      back: ("/", "Lists"),
      content: ListForm(
        action: "/lists",
        button: "Make the list",
        cancel: "/",
        title: form?.title ?? "",
        problem: form?.problem,
        hidden: [.freshKey("key")]
      )
    )
  }

  private func formMain<Content>(
    _ title: String,
    _ list: ShoppingListWithCount,
    _ content: Content
  ) -> FormMain<Content> {
    FormMain(
      title: title,
      accent: Accent.className(of: list.id),
      back: (.list(list.id), list.title),
      content: content
    )
  }

  private func newItem(_ model: ListModel, _ form: FormEntry?) -> ItemForm {
    let other = model.categories.last.map { "\($0.id)" } ?? ""
    return ItemForm(
      action: "/lists/\(model.listId)/items",
      button: "Add",
      cancel: .list(model.listId),
      categories: model.categories,
      fields: form?.fields ?? ItemFields(category: other),
      problem: form?.problem
    )
  }

  private func edit(_ item: ShoppingItem, _ model: ListModel, _ form: FormEntry?) -> ItemForm {
    ItemForm(
      action: "/lists/\(model.listId)/items/\(item.id)/edit",
      button: "Save",
      cancel: .list(model.listId),
      categories: model.categories,
      fields: form?.fields ?? ItemFields(item.details),
      old: ItemFields(item.details),
      problem: form?.problem,
      deletion: "/lists/\(model.listId)/items/\(item.id)/delete"
    )
  }
}
