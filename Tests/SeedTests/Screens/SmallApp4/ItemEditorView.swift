// swift-format-ignore-file
import SwiftUI

// The page “A small app with records”, word for word.

struct ItemEditorView: View {
    @ObservedObject var itemEditorModel: ItemEditorModel
    //...

    var body: some View {
        List {
            TextField("Name", text: $itemEditorModel.nameEdit)
            TextField("Quantity", text: $itemEditorModel.quantityEdit)
        }
        .listStyle(GroupedListStyle())
    }

}

struct CreateItemView: View {
    @ObservedObject var itemEditorModel: ItemEditorModel
    let dismissAction: () -> Void

    var body: some View {
        NavigationView {
            ItemEditorView(itemEditorModel: itemEditorModel)
                .navigationBarTitle("New Item")
                .navigationBarItems(leading: Button("Cancel") {
                    dismissAction()
                }, trailing: Button("Save") {
                    try! saveAndExit()
                })
        }
    }

    private func saveAndExit() throws {
        try itemEditorModel.saveItem()
        dismissAction()
    }
}

struct EditItemView: View {
    @ObservedObject var itemEditorModel: ItemEditorModel

    var body: some View {
        NavigationView {
            ItemEditorView(itemEditorModel: itemEditorModel)
                .onDisappear {
                    try! itemEditorModel.saveItem()
                }
                .navigationBarTitle("Edit \(itemEditorModel.item.name)")
        }
    }
}

struct ItemEditorView_Previews: PreviewProvider {
    static var previews: some View {
        ItemEditorView(
            itemEditorModel: ItemEditorModel(
                database: try! .empty(), item: .new()))
    }
}
