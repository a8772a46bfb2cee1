// swift-format-ignore-file
import LiveSQL
import SwiftUI

// How errors are shown, in the page “Direct fetch integration”, word for word.

let connection = try await SQLiteConnection.open(storage: .memory)

struct MyView: View {
  @FetchAll(User.all, connection: connection) var users

  var body: some View {
    if let error = $users.loadError {
      Text("Error: \(error.localizedDescription)")
    } else if $users.isLoading {
      ProgressView()
    } else {
      List(users, id: \.id) { user in
        Text(user.name)
      }
    }
  }
}
