import LiveSQL
import ShoppingListsModel
import Terminal

extension ShoppingProgram {
  /// Shows the lists, or the items of one list, until the program is asked to end.
  ///
  /// A terminal is redrawn in place; otherwise each state is written below the previous one.
  @MainActor
  func watch(_ name: String?) async throws {
    let process = events()
    let list: ShoppingList? = if let name { try await lists.findList(name) } else { nil }
    let view = WatchedView(list: list, database: database.database)
    try await view.load()
    var frame = ScreenFrame()
    defer { try? output.write(Array(frame.end().utf8)) }
    for await step in WatchStep.steps(of: view, process) {
      switch step {
      case .end: return
      case .draw: try draw(view.lines, &frame)
      }
    }
  }

  private func draw(_ lines: [Line], _ frame: inout ScreenFrame) throws {
    guard let size = output.terminalSize else { return try write(lines + [""]) }
    try output.write(Array(frame.redraw(lines, size: size, palette: palette).utf8))
  }
}

/// The watched content: all lists, or the items of one list.
@MainActor
private final class WatchedView {
  private let list: ShoppingList?
  @FetchShoppingLists private var lists
  @FetchShoppingItems private var items: [ItemWithCategory]
  @FetchCategoryStats private var stats: [CategoryStats]

  init(list: ShoppingList?, database: any LiveDatabase) {
    self.list = list
    _lists = FetchShoppingLists(database: database)
    _items = FetchShoppingItems(listId: list?.id ?? "", database: database)
    _stats = FetchCategoryStats(listId: list?.id ?? "", database: database)
  }

  /// Waits until everything is loaded.
  func load() async throws {
    try await $lists.load()
    try await $items.load()
    try await $stats.load()
  }

  /// The current lines; observable.
  var lines: [Line] {
    guard let list else { return ShoppingLists.lines(of: lists) }
    let count = lists.first { $0.id == list.id }
    let title = count.map { "\($0.title) \($0.completedCount)/\($0.itemCount)" }
    return [Line(title ?? "\(list.title) (deleted)", .heading)]
      + ShoppingLists.lines(of: items, stats: stats)
  }
}

/// The next step of watching.
private enum WatchStep {
  case draw, end

  /// Returns a sequence of steps: drawing now and after each change, and ending when the program is
  /// asked to end.
  @MainActor
  static func steps(
    of view: WatchedView,
    _ events: AsyncStream<ProcessEvent>
  ) -> AsyncStream<WatchStep> {
    let (steps, continuation) = AsyncStream.makeStream(of: WatchStep.self)
    let token = observe {
      _ = view.lines
      continuation.yield(.draw)
    }
    // The task ends with the sequence.
    let task = Task {
      for await event in events {
        continuation.yield(event == .terminalResized ? .draw : .end)
      }
    }
    continuation.onTermination = { _ in
      token.cancel()
      task.cancel()
    }
    return steps
  }
}
