// swift-format-ignore-file
import LiveSQL
import SwiftUI

// Where the connection is handed on, in the page “Direct fetch integration”, word for word.

@main
struct MyApp: App {
  let connection: SQLiteConnection
  // ... setup in init()

  var body: some Scene {
    WindowGroup {
      ContentView(connection: connection)
    }
  }
}

struct ContentView: View {
  let connection: SQLiteConnection

  var body: some View {
    ChildView(connection: connection)
  }
}
