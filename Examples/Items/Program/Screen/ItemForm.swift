import ItemsModel
import Terminal

/// The three fields of an item, one of which has the cursor.
struct ItemForm: Equatable, Sendable {
  /// The fields, in order.
  enum FieldName: Int, CaseIterable, Sendable {
    case name, quantity, notes

    /// The label before the field.
    var label: String {
      switch self {
      case .name: "Name"
      case .quantity: "Quantity"
      case .notes: "Notes"
      }
    }
  }

  /// The edited item; it has no key if it is new.
  let item: Item
  private(set) var fields: [TextField]
  private(set) var focus = FieldName.name
  /// The reason why the item could not be saved.
  var problem: String?

  /// Creates a form with the values of an item.
  init(_ item: Item) {
    self.item = item
    fields = [item.name, item.quantity.map(String.init) ?? "", item.notes].map { TextField($0) }
  }

  /// The heading.
  var title: String { item.id == nil ? "New item" : "Edit “\(item.name)”" }

  /// Returns the text of a field.
  func text(of field: FieldName) -> String { fields[field.rawValue].text }

  /// Edits the form with a key.
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
