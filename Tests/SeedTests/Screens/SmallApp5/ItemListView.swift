// swift-format-ignore-file
import SwiftUI

// The page “A small app with records”, word for word.

struct ItemListView: View {
    @ObservedObject var itemListModel: ItemListModel
    @State private var newItemSheet = false

    var body: some View {
        NavigationView {
            List {
                ForEach(itemListModel.itemList) { item in
                    NavigationLink(
                        destination: EditItemView(
                            itemEditorModel: itemListModel.newItemEditorModel(for: item)),
                        label: { ItemRow(item: item) })
                }.onDelete { indexSet in
                    try! itemListModel.deleteItems(atOffsets: indexSet)
                }
            }
            .navigationBarTitle(Text("\(itemListModel.itemList.count) Items"))
            .navigationBarItems(
                leading: nextOrderingButton,
                trailing: Button("Add") {
                    newItemSheet = true
                }).sheet(isPresented: $newItemSheet, content: {
                    CreateItemView(
                        itemEditorModel: itemListModel.newItemEditorModel(for: .new()),
                        dismissAction: { newItemSheet = false})
                })
        }
    }

    var nextOrderingButton: some View {
        Button(itemListModel.ordering.rawValue) {
            itemListModel.nextOrdering()
        }
    }
}

struct ItemRow: View {
    var item: Item

    var body: some View {
        HStack {
            Text(item.name)
            Spacer()
            Text(item.notes)
            Spacer()
            Text(item.quantity.map { String($0) } ?? "")
        }
    }
}

struct ContentView_Previews: PreviewProvider {
    static var previews: some View {
        ItemListView(itemListModel: ItemListModel(database: try! .empty()))
    }
}
