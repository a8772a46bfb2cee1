import ItemsModel
import LiveSQLCommand

/// The three fields of an item, of which one has the cursor.
struct ItemForm: Equatable, Sendable {
  /// The fields, in their order.
  enum FieldName: Int, CaseIterable, Sendable {
    case name, quantity, notes

    /// What stands before the field.
    var label: String {
      switch self {
      case .name: "Name"
      case .quantity: "Quantity"
      case .notes: "Notes"
      }
    }
  }

  /// What is edited; it has no key if it is new.
  let item: Item
  private(set) var fields: [TextField]
  private(set) var focus = FieldName.name
  /// Why the item could not be saved.
  var problem: String?

  /// Makes a form with what an item has.
  init(_ item: Item) {
    self.item = item
    fields = [item.name, item.quantity.map(String.init) ?? "", item.notes].map { TextField($0) }
  }

  /// The heading.
  var title: String { item.id == nil ? "New item" : "Edit “\(item.name)”" }

  /// What stands in a field.
  func text(of field: FieldName) -> String { fields[field.rawValue].text }

  /// Edits the form by a key.
  mutating func press(_ key: Key) {
    switch key {
    case .tab, .down: move(by: 1)
    case .backTab, .up: move(by: -1)
    default: if fields[focus.rawValue].press(key) { problem = nil }
    }
  }

  private mutating func move(by step: Int) {
    let count = FieldName.allCases.count
    focus = FieldName.allCases[(focus.rawValue + step + count) % count]
  }
}
