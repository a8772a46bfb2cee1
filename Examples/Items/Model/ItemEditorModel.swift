import Foundation
public import Observation

/// The item that is being edited, as text.
@MainActor
@Observable
public final class ItemEditorModel {
  /// The name, as typed.
  public var nameEdit = ""
  /// The quantity, as typed.
  public var quantityEdit = ""
  /// The notes, as typed.
  public var notesEdit = ""
  /// The item, as last saved.
  public private(set) var item: Item

  @ObservationIgnored private let database: AppDatabase

  /// Starts to edit an item.
  public init(database: AppDatabase, item: Item) {
    self.database = database
    self.item = item
    nameEdit = item.name
    quantityEdit = item.quantity.map(String.init) ?? ""
    notesEdit = item.notes
  }
}

/// An error that says why an item cannot be saved.
public enum ItemEditError: Error, Hashable, CustomStringConvertible {
  /// The item has no name.
  case missingName
  /// The quantity is not a number.
  case invalidQuantity

  /// The remedy.
  public var description: String {
    switch self {
    case .missingName: "An item needs a name."
    case .invalidQuantity: "The quantity is a whole number, or nothing."
    }
  }
}

extension ItemEditorModel {
  /// Saves what was typed, except for a new item that is empty.
  ///
  /// - Throws: ``ItemEditError`` that says what to type, or a `DatabaseError`.
  public func saveItem() throws {
    var edited = item
    edited.name = nameEdit.trimmingCharacters(in: .whitespaces)
    edited.quantity = try quantity()
    edited.notes = notesEdit
    if edited.isEmpty && edited.id == nil { return }
    guard !edited.name.isEmpty else { throw ItemEditError.missingName }
    try database.saveItem(&edited)
    item = edited
  }

  /// Returns the typed quantity; `nil` for an empty text.
  private func quantity() throws -> Int? {
    let text = quantityEdit.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return nil }
    guard let quantity = Int(text) else { throw ItemEditError.invalidQuantity }
    return quantity
  }
}

extension ItemEditorModel: Identifiable {}
