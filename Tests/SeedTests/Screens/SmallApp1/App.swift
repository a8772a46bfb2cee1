// swift-format-ignore-file
import SwiftUI

// The page “A small app with records”, word for word.

@main
struct GRDBSmallApp: App {
    let appDatabase = AppDatabase.shared

    var body: some Scene {
        WindowGroup {
            ItemListView(itemListModel: ItemListModel(database: appDatabase))
        }
    }
}
