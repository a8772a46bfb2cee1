// swift-format-ignore-file
import Foundation
import LiveSQL
import SwiftUI

// The views of the page “Direct fetch integration”. As there but for what Swift refuses: properties that read the connection
// get it in an initialiser.

@Table struct User: Codable, Hashable, Sendable {
  let id: Int
  let name: String
  let email: String
  var active = true
  var createdAt = Date()
}

@Table struct Post {
  let id: Int
  let publishedAt: Date?
}

struct ContentView: View {
  let connection: SQLiteConnection

  // Fetch all users
  @FetchAll var users: [User]

  init(connection: SQLiteConnection) {
    self.connection = connection
    _users = FetchAll(User.all, connection: connection)
  }

  var body: some View {
    List(users, id: \.id) { user in
      VStack(alignment: .leading) {
        Text(user.name).font(.headline)
        Text(user.email).font(.caption)
      }
    }
  }
}

struct DashboardView: View {
  let connection: SQLiteConnection

  // Fetch single values
  @FetchOne var userCount = 0
  @FetchOne var postCount = 0

  init(connection: SQLiteConnection) {
    self.connection = connection
    _userCount = FetchOne(
      wrappedValue: 0,
      User.count,
      connection: connection
    )
    _postCount = FetchOne(
      wrappedValue: 0,
      Post.count,
      connection: connection
    )
  }

  var body: some View {
    VStack {
      Text("Users: \(userCount)")
      Text("Posts: \(postCount)")
    }
  }
}

struct ActiveUsersView: View {
  let connection: SQLiteConnection

  @FetchAll var activeUsers: [User]

  init(connection: SQLiteConnection) {
    self.connection = connection
    _activeUsers = FetchAll(User.where { $0.active == true }.order(by: \.name), connection: connection)
  }

  var body: some View {
    List(activeUsers, id: \.id) { user in
      Text(user.name)
    }
  }
}

struct UserDetailView: View {
  let connection: SQLiteConnection
  let userId: Int

  @FetchOne var user: User?

  init(connection: SQLiteConnection, userId: Int) {
    self.connection = connection
    self.userId = userId
    _user = FetchOne(User.where { $0.id == userId }.limit(1), connection: connection)
  }

  var body: some View {
    if let user = user {
      VStack {
        Text(user.name).font(.title)
        Text(user.email)
      }
    } else {
      Text("User not found")
    }
  }
}

struct StatisticsView: View {
  let connection: SQLiteConnection

  @FetchOne var activeUserCount = 0

  @FetchOne var publishedPostCount = 0

  @FetchAll var recentUsers: [User]

  init(connection: SQLiteConnection) {
    self.connection = connection
    _activeUserCount = FetchOne(
      wrappedValue: 0,
      User.where { $0.active == true }.count,
      connection: connection
    )
    _publishedPostCount = FetchOne(
      wrappedValue: 0,
      Post.where { $0.publishedAt != nil }.count,
      connection: connection
    )
    _recentUsers = FetchAll(User.order(by: \.createdAt, .descending).limit(10), connection: connection)
  }

  var body: some View {
    VStack(spacing: 20) {
      Text("Active Users: \(activeUserCount)")
      Text("Published Posts: \(publishedPostCount)")

      Section("Recent Users") {
        ForEach(recentUsers, id: \.id) { user in
          Text(user.name)
        }
      }
    }
  }
}

struct UserManagementView: View {
  let connection: SQLiteConnection

  @FetchAll var users: [User]
  @State private var newName = ""

  init(connection: SQLiteConnection) {
    self.connection = connection
    _users = FetchAll(User.all, connection: connection)
  }

  var body: some View {
    VStack {
      // User list automatically updates when data changes
      List(users, id: \.id) { user in
        Text(user.name)
      }

      // Add new user
      HStack {
        TextField("Name", text: $newName)
        Button("Add") {
          addUser()
        }
      }
    }
  }

  func addUser() {
    Task {
      try await connection.transaction { conn in
        try await conn.query(
          "INSERT INTO users (name) VALUES (?)",
          [.text(newName)]
        )
      }
      // @FetchAll automatically updates the UI!
      await MainActor.run {
        newName = ""
      }
    }
  }
}
