import ItemsModel
import Terminal

/// The state of the screen, as a value: keys change it, and its lines depend only on it.
struct ScreenState: Equatable, Sendable {
  /// The current use of keys.
  enum Mode: Equatable, Sendable {
    case list
    case form(ItemForm)
    case confirmingDeletion(Item)
  }

  /// The items, as in the model.
  private(set) var items: [Item] = []
  /// The order of the items.
  var ordering: ItemListModel.Ordering = .unspecified
  /// The effect of the last commit on the items.
  var patch: String?
  /// The latest message, other than changes of the items.
  var message: String?
  /// The size of the terminal.
  var size = TerminalSize(columns: 80, rows: 24)
  /// The current use of keys.
  var mode = Mode.list
  /// Whether there is a step to undo.
  var canUndo = false
  /// Whether there is a step to redo.
  var canRedo = false
  /// The item to select as soon as it appears: one that was just saved.
  var wantedID: Item.ID = nil
  /// The index of the selected item.
  private(set) var selection = 0
  /// The index of the first visible item.
  private(set) var top = 0
}

extension ScreenState {
  /// The selected item.
  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  /// The number of visible items, which leaves space for the title, a rule, and two lines below.
  var listHeight: Int { max(1, size.rows - 4) }

  /// Replaces the items; the selected item stays selected if it moves.
  mutating func receive(_ items: [Item]) {
    let key = selected?.id
    self.items = items
    if let wantedID, let place = items.firstIndex(where: { $0.id == wantedID }) {
      selection = place
      self.wantedID = nil
    } else if let key, let place = items.firstIndex(where: { $0.id == key }) {
      selection = place
    }
    select(selection)
  }

  /// Selects the item at an index, or the nearest one, and scrolls the list to it.
  mutating func select(_ place: Int) {
    selection = max(0, min(place, items.count - 1))
    top = max(0, min(top, items.count - listHeight))
    top = min(max(top, selection - listHeight + 1), selection)
  }

  /// Records the size of the terminal.
  mutating func resize(_ size: TerminalSize) {
    self.size = size
    select(selection)
  }
}
