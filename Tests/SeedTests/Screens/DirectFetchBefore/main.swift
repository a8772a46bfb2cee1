// swift-format-ignore-file
import LiveSQL
import SwiftUI

// What an application looked like, in the page “Direct fetch integration”, word for word.

let dbQueue = try DatabaseQueue(path: "app.db")

struct ContentView: View {
  @FetchAll(User.all, database: dbQueue) var users

  var body: some View {
    List(users, id: \.id) { user in
      Text(user.name)
    }
  }
}
