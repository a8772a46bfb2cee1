#if canImport(SwiftUI)
  import ItemsModel
  import SwiftUI

  /// The form of an item; if the item cannot be saved, the form stays and shows the error.
  struct ItemEditorView: View {
    @Bindable var editor: ItemEditorModel
    @State private var problem: String?
    @Environment(\.dismiss) private var dismiss

    init(editor: ItemEditorModel) { self.editor = editor }

    var body: some View {
      NavigationStack {
        Form {
          TextField("Name", text: $editor.nameEdit)
          TextField("Quantity", text: $editor.quantityEdit)
          TextField("Notes", text: $editor.notesEdit)
          if let problem { Text(problem) }
        }
        .navigationTitle(editor.item.id == nil ? "New Item" : "Edit \(editor.item.name)")
        .toolbar {
          ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
          ToolbarItem(placement: .confirmationAction) { Button("Save") { save() } }
        }
      }
    }

    private func save() {
      do {
        try editor.saveItem()
        dismiss()
      } catch {
        problem = "\(error)"
      }
    }
  }
#endif
