// swift-format-ignore-file
import SwiftUI

// The page “A small app with records”, word for word.

struct ItemListView: View {
    @ObservedObject var itemListModel: ItemListModel

    var body: some View {
        VStack {
            Button("New") {
                try! itemListModel.newRandomItem()
            }
            List {
                ForEach(itemListModel.itemList) { item in
                    Text(String(describing: item))
                }.onDelete { indexSet in
                    try! itemListModel.deleteItems(atOffsets: indexSet)
                }
            }
        }
    }
}

struct ContentView_Previews: PreviewProvider {
    static var previews: some View {
        ItemListView(itemListModel: ItemListModel(database: try! .empty()))
    }
}
