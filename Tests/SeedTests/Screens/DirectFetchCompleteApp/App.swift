// swift-format-ignore-file
import Foundation
import LiveSQL
import SwiftUI

// The complete application of the page “Direct fetch integration”. As there but for what Swift refuses: properties that read the
// connection get it in an initialiser, and a connection needs no event loops.

// MARK: - Model

@Table struct User: Codable, Hashable, Sendable {
  let id: Int
  let name: String
  let email: String
  let active: Bool
}

// MARK: - App

@main
struct MyApp: App {
  let connection: SQLiteConnection

  init() {
    let connection = try! SQLiteConnection(storage: .file(path: "users.db"))
    self.connection = connection

    // Create table
    Task {
      try await connection.query("""
        CREATE TABLE IF NOT EXISTS users (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL,
          email TEXT NOT NULL UNIQUE,
          active INTEGER NOT NULL DEFAULT 1
        )
      """, [])
    }
  }
  
  var body: some Scene {
    WindowGroup {
      ContentView(connection: connection)
    }
  }
}

// MARK: - Main View

struct ContentView: View {
  let connection: SQLiteConnection
  
  var body: some View {
    TabView {
      UsersListView(connection: connection)
        .tabItem {
          Label("Users", systemImage: "person.2")
        }
      
      StatisticsView(connection: connection)
        .tabItem {
          Label("Stats", systemImage: "chart.bar")
        }
    }
  }
}

// MARK: - Users List

struct UsersListView: View {
  let connection: SQLiteConnection
  
  // Fetch all users - automatically updates!
  @FetchAll var users: [User]
  
  @State private var newName = ""
  @State private var newEmail = ""
  @State private var showingAddUser = false

  init(connection: SQLiteConnection) {
    self.connection = connection
    _users = FetchAll(User.order(by: \.name), connection: connection)
  }

  var body: some View {
    NavigationView {
      List {
        ForEach(users, id: \.id) { user in
          NavigationLink(destination: UserDetailView(connection: connection, userId: user.id)) {
            HStack {
              VStack(alignment: .leading) {
                Text(user.name).font(.headline)
                Text(user.email).font(.caption).foregroundColor(.gray)
              }
              Spacer()
              if user.active {
                Image(systemName: "checkmark.circle.fill")
                  .foregroundColor(.green)
              }
            }
          }
        }
      }
      .navigationTitle("Users")
      .toolbar {
        Button(action: { showingAddUser = true }) {
          Image(systemName: "plus")
        }
      }
      .sheet(isPresented: $showingAddUser) {
        AddUserView(connection: connection, isPresented: $showingAddUser)
      }
    }
  }
}

// MARK: - User Detail

struct UserDetailView: View {
  let connection: SQLiteConnection
  let userId: Int
  
  @FetchOne var user: User?

  init(connection: SQLiteConnection, userId: Int) {
    self.connection = connection
    self.userId = userId
    _user = FetchOne(User.where { $0.id == userId }, connection: connection)
  }
  
  var body: some View {
    if let user = user {
      Form {
        Section("Profile") {
          LabeledContent("Name", value: user.name)
          LabeledContent("Email", value: user.email)
          LabeledContent("Status", value: user.active ? "Active" : "Inactive")
        }
        
        Section {
          Button("Toggle Active Status") {
            toggleActive()
          }
          
          Button("Delete User", role: .destructive) {
            deleteUser()
          }
        }
      }
      .navigationTitle(user.name)
    } else {
      Text("User not found")
    }
  }
  
  func toggleActive() {
    guard let user = user else { return }
    Task {
      try await connection.transaction { conn in
        try await conn.query(
          "UPDATE users SET active = ? WHERE id = ?",
          [.integer(user.active ? 0 : 1), .integer(userId)]
        )
      }
    }
  }
  
  func deleteUser() {
    Task {
      try await connection.transaction { conn in
        try await conn.query("DELETE FROM users WHERE id = ?", [.integer(userId)])
      }
    }
  }
}

// MARK: - Statistics

struct StatisticsView: View {
  let connection: SQLiteConnection
  
  @FetchOne var totalUsers = 0
  @FetchOne var activeUsers = 0
  @FetchOne var inactiveUsers = 0

  init(connection: SQLiteConnection) {
    self.connection = connection
    _totalUsers = FetchOne(wrappedValue: 0, User.count, connection: connection)
    _activeUsers = FetchOne(
      wrappedValue: 0,
      User.where { $0.active == true }.count,
      connection: connection
    )
    _inactiveUsers = FetchOne(
      wrappedValue: 0,
      User.where { $0.active == false }.count,
      connection: connection
    )
  }
  
  var body: some View {
    NavigationView {
      List {
        Section("User Statistics") {
          HStack {
            Text("Total Users")
            Spacer()
            Text("\(totalUsers)")
              .font(.headline)
          }
          
          HStack {
            Text("Active")
            Spacer()
            Text("\(activeUsers)")
              .foregroundColor(.green)
              .font(.headline)
          }
          
          HStack {
            Text("Inactive")
            Spacer()
            Text("\(inactiveUsers)")
              .foregroundColor(.orange)
              .font(.headline)
          }
        }
      }
      .navigationTitle("Statistics")
    }
  }
}

// MARK: - Add User

struct AddUserView: View {
  let connection: SQLiteConnection
  @Binding var isPresented: Bool
  
  @State private var name = ""
  @State private var email = ""
  @State private var active = true
  
  var body: some View {
    NavigationView {
      Form {
        TextField("Name", text: $name)
        TextField("Email", text: $email)
          .textContentType(.emailAddress)
          .keyboardType(.emailAddress)
        Toggle("Active", isOn: $active)
      }
      .navigationTitle("Add User")
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") {
            isPresented = false
          }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("Add") {
            addUser()
          }
          .disabled(name.isEmpty || email.isEmpty)
        }
      }
    }
  }
  
  func addUser() {
    Task {
      do {
        try await connection.transaction { conn in
          try await conn.query(
            "INSERT INTO users (name, email, active) VALUES (?, ?, ?)",
            [.text(name), .text(email), .integer(active ? 1 : 0)]
          )
        }
        await MainActor.run {
          isPresented = false
        }
      } catch {
        print("Error adding user: \(error)")
      }
    }
  }
}
