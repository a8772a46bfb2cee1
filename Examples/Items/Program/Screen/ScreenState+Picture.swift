import ItemsModel
import Terminal

extension ScreenState {
  /// The contents of the screen.
  var picture: ScreenPicture {
    switch mode {
    case .form(let form): picture(of: form)
    case .list, .confirmingDeletion: ScreenPicture(lines: listLines, cursor: nil)
    }
  }

  /// The title, the visible items, and two lines at the bottom.
  private var listLines: [Line] {
    var lines = [title, Line()]
    if items.isEmpty {
      lines.append(Line("  No items yet. Press a to add one, r for a random one.", .secondary))
    } else {
      lines += items[visibleRange].indices.map { row(of: items[$0], isSelected: $0 == selection) }
    }
    return filled(lines) + [status, bottomLine]
  }

  /// The range of visible items.
  private var visibleRange: Range<Int> { top..<min(items.count, top + listHeight) }

  /// Pads lines with empty ones, so that what follows is at the bottom.
  private func filled(_ lines: [Line]) -> [Line] {
    lines.prefix(max(0, size.rows - 2))
      + [Line](repeating: Line(), count: max(0, size.rows - 2 - lines.count))
  }

  private var title: Line {
    var line = Line("Items", .heading)
    line.append("  \(ordering.title)", .secondary)
    return line
  }

  /// The counts and the last difference: `12 items, 3 above, 4 below · last patch: 1 inserted`.
  private var status: Line {
    let (above, below) = (visibleRange.lowerBound, items.count - visibleRange.upperBound)
    let parts = [
      counted(items.count, "item"), above > 0 ? "\(above) above" : nil,
      below > 0 ? "\(below) below" : nil,
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ") + (patch.map { " · \($0)" } ?? "")
    return Line(text, .secondary)
  }

  private var bottomLine: Line {
    if case .confirmingDeletion(let item) = mode {
      // The whole question is visible, however long the name is.
      let name = truncate(showingControls(in: item.name), to: max(1, size.columns - 17))
      return Line("Delete “\(name)”? (y/n)", .warning)
    }
    if let message { return Line(message, .warning) }
    return Line(
      "a add  e edit  d delete  o order  q quit" + (canUndo ? "  u undo" : "")
        + (canRedo ? "  U redo" : "") + "  r random",
      .secondary
    )
  }
}

// MARK: - The row of an item

extension ScreenState {
  /// The widths of a row's columns; columns that do not fit have none.
  private var widths: (name: Int, quantity: Int, notes: Int) {
    let room = max(1, size.columns - 2)
    guard room >= 20 else { return (room, 0, 0) }
    let quantity = 7
    guard room >= 36 else { return (room - quantity - 1, quantity, 0) }
    let name = (room - quantity - 3) / 2
    return (name, quantity, room - quantity - 3 - name)
  }

  private func row(of item: Item, isSelected: Bool) -> Line {
    let widths = widths
    let style: Style = isSelected ? .selected : .plain
    var text = isSelected ? "› " : "  "
    text += fitted(item.name, to: widths.name)
    if widths.quantity > 0 {
      text += " " + fitted(item.quantity.map(String.init) ?? "", to: widths.quantity, isRight: true)
    }
    if widths.notes > 0 { text += "  " + fitted(item.notes, to: widths.notes) }
    return Line(text, style)
  }

  /// Returns a text that takes an exact number of columns.
  private func fitted(_ text: String, to width: Int, isRight: Bool = false) -> String {
    let text = truncate(showingControls(in: text), to: width)
    let space = String(repeating: " ", count: max(0, width - displayWidth(text)))
    return isRight ? space + text : text + space
  }
}

// MARK: - The form

extension ScreenState {
  private func picture(of form: ItemForm) -> ScreenPicture {
    let labelWidth = 11
    var lines = [Line(form.title, .heading), Line()]
    var cursor: ScreenPicture.Place?
    for name in ItemForm.FieldName.allCases {
      let hasFocus = name == form.focus
      let part = form.fields[name.rawValue].visible(width: size.columns - labelWidth - 2)
      if hasFocus { cursor = .init(row: lines.count, column: labelWidth + 2 + part.cursor) }
      var line = Line(fitted("  \(name.label)", to: labelWidth), hasFocus ? .emphasis : .secondary)
      line.append("  \(part.text)")
      lines.append(line)
    }
    let problem = Line(form.problem ?? "", .failure)
    let help = Line("Enter save  Tab next field  Esc cancel", .secondary)
    return ScreenPicture(lines: filled(lines) + [problem, help], cursor: cursor)
  }
}
