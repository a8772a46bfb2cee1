import ItemsModel
import LiveSQLCommand

/// All that the screen shows, as a value: keys change it, and its lines are made of it alone.
struct ScreenState: Equatable, Sendable {
  /// What keys are for.
  enum Mode: Equatable, Sendable {
    case list
    case form(ItemForm)
    case confirmingDeletion(Item)
  }

  /// The items, as the model has them.
  private(set) var items: [Item] = []
  /// How they are ordered.
  var ordering: ItemListModel.Ordering = .unspecified
  /// What the last commit did to them.
  var patch: String?
  /// What happened last that is no change of the items.
  var message: String?
  /// The size of the terminal.
  var size = TerminalSize(columns: 80, rows: 24)
  /// What keys are for.
  var mode = Mode.list
  /// Whether there is something to undo.
  var canUndo = false
  /// Whether there is something to redo.
  var canRedo = false
  /// The item to be selected as soon as it is among the items: one that was just saved.
  var wantedID: Item.ID = nil
  /// The place of the selected item.
  private(set) var selection = 0
  /// The place of the first item that is seen.
  private(set) var top = 0
}

extension ScreenState {
  /// The selected item.
  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  /// The number of items that are seen at once: the title, a rule, and two lines below need room too.
  var listHeight: Int { max(1, size.rows - 4) }

  /// Takes over the items; the selected one stays so wherever it went.
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

  /// Selects the item at a place, or the nearest one, and moves the list so that it is seen.
  mutating func select(_ place: Int) {
    selection = max(0, min(place, items.count - 1))
    top = max(0, min(top, items.count - listHeight))
    top = min(max(top, selection - listHeight + 1), selection)
  }

  /// Takes over the size of the terminal.
  mutating func resize(_ size: TerminalSize) {
    self.size = size
    select(selection)
  }
}
