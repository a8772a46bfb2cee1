import ShoppingListsModel
import Terminal

/// The program, which runs the commands.
struct ShoppingProgram {
  let database: ShoppingDatabase
  let output: any OutputDestination
  let palette: Palette
  /// Returns the events of the process from then on.
  let events: @Sendable () -> AsyncStream<ProcessEvent>
  /// The destination of progress bars: standard error.
  var notes: (any OutputDestination)?

  var lists: ShoppingListRepository { ShoppingListRepository(database: database) }
  var items: ShoppingItemRepository { ShoppingItemRepository(database: database) }

  /// Runs a command.
  func run(_ command: ShoppingCommand) async throws {
    switch command {
    case .help: try output.write(Array(helpText.utf8))
    case .lists: try write(lines(of: try await lists.fetchListsWithItemCounts()))
    case .show(let name): try await show(name)
    case .search(let name, let text):
      let list = try await lists.findList(name)
      try write(try await items.searchItems(text, inListId: list.id).map(line))
    case .stats(let name):
      let list = try await lists.findList(name)
      try write(try await items.fetchCategoryStats(forListId: list.id).map(line))
    case .watch(let name): try await watch(name)
    case .log(let path): try await log(to: path)
    case .exportItems(let name): try await exportItems(of: name)
    case .new, .add, .toggle, .move, .delete, .clear, .importItems: try await change(command)
    }
  }

  func write(_ lines: [Line]) throws {
    try output.write(Array(lines.map { palette.render($0) + "\n" }.joined().utf8))
  }

  private func show(_ name: String) async throws {
    let list = try await lists.findList(name)
    let rows = try await items.fetchItemsWithCategories(forListId: list.id)
    let stats = try await items.fetchCategoryStats(forListId: list.id)
    try write([Line(list.title, .heading)] + lines(of: rows, stats: stats))
  }
}

extension ShoppingProgram {
  /// Runs a command that writes.
  private func change(_ command: ShoppingCommand) async throws {
    switch command {
    case .new(let title): try await lists.createList(title: title)
    case .add(let name, let item, let options): try await add(item, to: name, options)
    case .toggle(let name, let item):
      try await items.toggleCompletion(itemId: find(item, in: name).id)
    case .move(let name, let item, let side, let other):
      try await move(find(item, in: name), side, find(other, in: name))
    case .delete(let name, let item?): try await items.deleteItem(find(item, in: name))
    case .delete(let name, nil): try await lists.deleteList(id: lists.findList(name).id)
    case .clear(let name):
      try await items.deleteCompletedItems(forListId: lists.findList(name).id)
    case .importItems(let name, let path): try await importItems(from: path, into: name)
    case .help, .lists, .show, .search, .stats, .watch, .log, .exportItems: break
    }
  }

  private func add(
    _ name: String,
    to listName: String,
    _ options: ShoppingCommand.AddOptions
  ) async throws {
    let list = try await lists.findList(listName)
    let category = try await items.fetchCategories().named(options.category)
    try await items.createItem(
      name: name,
      quantity: options.quantity,
      price: options.price,
      notes: options.notes,
      categoryId: category.id,
      shoppingListId: list.id
    )
  }

  private func move(
    _ item: ShoppingItem,
    _ side: ShoppingCommand.Side,
    _ other: ShoppingItem
  ) async throws {
    switch side {
    case .before: try await items.moveItem(id: item.id, to: .before(other.id))
    case .after: try await items.moveItem(id: item.id, to: .after(other.id))
    }
  }

  /// Returns the item with a name or, if there is none, the item whose key begins with a text.
  ///
  /// - Throws: ``RepositoryError/ambiguous(_:keys:)`` if several items match.
  private func find(_ item: String, in listName: String) async throws -> ShoppingItem {
    let list = try await lists.findList(listName)
    let all = try await items.fetchItems(forListId: list.id)
    return try theOne(
      "item: \(item)",
      named: all.filter { $0.name == item },
      withKey: item.isEmpty ? [] : all.filter { $0.id.hasPrefix(item) }
    )
  }
}
