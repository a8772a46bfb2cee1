#if canImport(SwiftUI)
  import Foundation
  import ShoppingListsModel
  import SwiftUI

  /// A form that edits an item; it stays open and shows the error if the item cannot be saved.
  struct ItemForm: View {
    let name: String
    let categories: [ItemCategory]
    let save: @MainActor (ItemDetails) async throws -> Void
    @State private var details: ItemDetails
    @State private var price: String

    init(
      name: String,
      _ details: ItemDetails,
      _ categories: [ItemCategory],
      save: @escaping @MainActor (ItemDetails) async throws -> Void
    ) {
      self.name = name
      self.categories = categories
      self.save = save
      _details = State(wrappedValue: details)
      _price = State(wrappedValue: details.price?.amountText ?? "")
    }

    /// The details with the price that was typed, which may be empty.
    private var typed: ItemDetails {
      var typed = details
      typed.price = Decimal(amount: price)
      return typed
    }

    private var isPriceReadable: Bool { price.isEmpty || Decimal(amount: price) != nil }

    var body: some View {
      SavedForm(name: name, isComplete: !details.name.isEmpty && isPriceReadable) {
        TextField("What to buy", text: $details.name)
        Stepper("How many: \(details.quantity)", value: $details.quantity, in: 1...999)
        TextField("Price of one piece, such as 12.50", text: $price)
        Picker("Category", selection: $details.categoryId) {
          ForEach(categories) { Text("\($0.emoji) \($0.name)").tag($0.id) }
        }
        TextField("Notes", text: $details.notes)
      } save: {
        try await save(typed)
      }
    }
  }

  /// A form that edits the title of a list.
  struct TitleForm: View {
    let name: String
    let save: @MainActor (String) async throws -> Void
    @State private var title: String

    init(name: String, title: String, save: @escaping @MainActor (String) async throws -> Void) {
      self.name = name
      self.save = save
      _title = State(wrappedValue: title)
    }

    var body: some View {
      SavedForm(name: name, isComplete: !title.isEmpty) {
        TextField("Title", text: $title)
      } save: {
        try await save(title)
      }
    }
  }

  /// A form with a button that saves and a button that cancels.
  struct SavedForm<Fields: View>: View {
    let name: String
    let isComplete: Bool
    @ViewBuilder let fields: Fields
    let save: @MainActor () async throws -> Void
    @State private var problem: String?
    @Environment(\.dismiss) private var dismiss

    var body: some View {
      NavigationStack {
        Form {
          fields
          if let problem { Text(problem) }
        }
        .navigationTitle(name)
        .toolbar {
          ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
          ToolbarItem(placement: .confirmationAction) {
            Button("Save") { Task { await saveAndLeave() } }.disabled(!isComplete)
          }
        }
      }
    }

    private func saveAndLeave() async {
      do {
        try await save()
        dismiss()
      } catch {
        problem = "\(error)"
      }
    }
  }
#endif
