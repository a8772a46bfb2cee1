import ItemsModel
import Terminal

/// The action that a key requests.
enum ScreenAction: Equatable, Sendable {
  case quit
  /// Suspend the program.
  case suspend
  /// Redraw the whole screen.
  case redraw
  case nextOrdering
  /// Save the contents of the form.
  case save(ItemForm)
  /// Add an item with a random name.
  case addRandom
  case delete(Item)
  /// Undo the latest step.
  case undo
  /// Redo the step that was undone last.
  case redo
}

extension ScreenState {
  /// Changes the screen by a key.
  ///
  /// - Returns: An action for the program, if any.
  mutating func press(_ key: Key) -> ScreenAction? {
    switch key {
    case .control("c"): return .quit
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    default: break
    }
    message = nil
    switch mode {
    case .list: return pressInList(key)
    case .form(let form): return press(key, in: form)
    case .confirmingDeletion(let item): return press(key, confirming: item)
    }
  }

  private mutating func pressInList(_ key: Key) -> ScreenAction? {
    switch key {
    case .up, .character("k"): select(selection - 1)
    case .down, .character("j"): select(selection + 1)
    case .pageUp: select(selection - listHeight)
    case .pageDown: select(selection + listHeight)
    case .home, .character("g"): select(0)
    case .end, .character("G"): select(items.count - 1)
    case .character("a"): mode = .form(ItemForm(.new()))
    case .character("r"): return .addRandom
    case .character("e"), .enter: if let selected { mode = .form(ItemForm(selected)) }
    case .character("d"), .delete: if let selected { mode = .confirmingDeletion(selected) }
    case .character("o"): return .nextOrdering
    case .character("u"): return canUndo ? .undo : nil
    case .character("U"): return canRedo ? .redo : nil
    case .character("q"): return .quit
    default: break
    }
    return nil
  }

  private mutating func press(_ key: Key, in form: ItemForm) -> ScreenAction? {
    switch key {
    case .escape: mode = .list
    case .enter: return .save(form)
    default:
      var form = form
      form.press(key)
      mode = .form(form)
    }
    return nil
  }

  private mutating func press(_ key: Key, confirming item: Item) -> ScreenAction? {
    mode = .list
    return key == .character("y") || key == .character("Y") ? .delete(item) : nil
  }
}
