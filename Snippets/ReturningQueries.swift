// Functions that return queries.
import Foundation
import LiveSQL

@Table struct Room: Identifiable, Equatable {
  let id: Int
  var title = ""
}

@Table struct Message: Identifiable, Equatable {
  let id: Int
  var roomID: Int
  var sender = ""
  var text = ""
  var isDraft = false
  var sentAt: Date
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(sql: Room.createTableSQL)
  try db.execute(sql: Message.createTableSQL)
  try db.seed {
    Room(id: 1, title: "Garden")
    Room(id: 2, title: "Kitchen")
    Room(id: 3, title: "Roof")
    Message(id: 1, roomID: 1, sender: "Ada", text: "Hello", sentAt: Date(timeIntervalSince1970: 1))
    Message(id: 2, roomID: 2, sender: "Bob", text: "Tea?", sentAt: Date(timeIntervalSince1970: 2))
    Message(id: 3, roomID: 1, sender: "Bob", text: "Hi", sentAt: Date(timeIntervalSince1970: 3))
  }
}

// snippet.query
func messages(in room: Room.ID) -> some Query<Message> {
  Message.where { $0.roomID == room }.order(by: \.sentAt)
}
func withRooms() -> some Query<(Message, Room)> {
  Message.join(Room.all) { $0.roomID == $1.id }
}
func senders() -> some Query<String> { Message.select(\.sender).distinct() }
// snippet.end

// snippet.unread
@Table struct Membership {
  let roomID: Room.ID
  let member: String
  var lastReadID = 0
}
@Selection struct RoomWithUnread: Identifiable {
  let id: Room.ID
  let title: String
  let unread: Int
}
func rooms(of member: String) -> some Query<RoomWithUnread> {
  Room
    .join(Membership.all) { room, membership in room.id == membership.roomID }
    .where { _, membership in membership.member == member }
    .order { room, _ in room.title }
    .select { room, membership in
      RoomWithUnread.Columns(
        id: room.id,
        title: room.title,
        unread:
          Message
          .where { $0.roomID == room.id && $0.id > membership.lastReadID && $0.sender != member }
          .count()
      )
    }
}
// snippet.end

// snippet.refined
func sent() -> some SelectStatementOf<Message> { Message.where { !$0.isDraft } }
func sentWithRooms() -> some SelectStatementOf<Message, Room> {
  Message.where { !$0.isDraft }.join(Room.all) { $0.roomID == $1.id }
}
// snippet.end

// snippet.selected
@Selection struct Line {
  let text: String
  let room: String
}
func lines() -> some Selected<Line, Message, Room> {
  Message.join(Room.all) { $0.roomID == $1.id }
    .order { message, _ in message.sentAt.desc() }
    .select { Line.Columns(text: $0.text, room: $1.title) }
}
// snippet.end

// snippet.scalar
@Selection struct RoomWithLast {
  let title: String
  let last: String?
}
func roomsWithLast() -> some Selected<RoomWithLast, Room> {
  Room.order(by: \.title).select { room in
    RoomWithLast.Columns(
      title: room.title,
      last: Message.where { $0.roomID == room.id }.order { $0.sentAt.desc() }
        .select(\.text).limit(1).scalarSubquery()
    )
  }
}
// snippet.end

// snippet.latest
func latest() -> some SelectStatementOf<Message> {
  sent().asSelect().first(ofEach: \.roomID) { $0.sentAt.desc() }
}
func latestOfSenders() -> some SelectStatementOf<Message> {
  Message.first(ofEach: { ($0.roomID, $0.sender) }) { $0.sentAt.desc() }
}
// snippet.end

try database.read { db in
  print(try messages(in: 1).fetchAll(db).map(\.text))  // ["Hello", "Hi"]
  print(try withRooms().fetchAll(db).count, try senders().fetchAll(db).count)  // 3 2

  // snippet.refining
  let newest = try sent().asSelect().order { $0.sentAt.desc() }.limit(20).fetchAll(db)
  let inGarden = try sentWithRooms().asSelect().where { $1.title == "Garden" }.fetchAll(db)
  // snippet.end
  print(newest.map(\.text), inGarden.count)  // ["Hi", "Tea?", "Hello"] 2

  // snippet.sections
  let sections = try lines().asSelect().limit(50).fetchAll(db) { _, room in room.title }
  for section in sections { print(section.name, section.map(\.text)) }
  // snippet.end

  print(try roomsWithLast().fetchAll(db).map(\.last))  // [Optional("Hi"), Optional("Tea?"), nil]

  // snippet.latest-refined
  let inTwo = try latest().asSelect().where { $0.roomID.in([1, 2]) }.order(by: \.roomID)
    .fetchAll(db)
  // snippet.end
  print(inTwo.map(\.text), try latestOfSenders().fetchAll(db).count)  // ["Hi", "Tea?"] 3
}

// snippet.pruning
try database.write { db in
  try Message.first(ofEach: \.roomID) { $0.sentAt.desc() }.not().delete().execute(db)
}
// snippet.end

// snippet.live
final class RoomsModel {
  @FetchAll(latest().asSelect().order { $0.sentAt.desc() }) var latestMessages: [Message]
}
// snippet.end
prepareDependencies { $0.defaultDatabase = database }
let model = RoomsModel()
try await model.$latestMessages.load()
print(model.$latestMessages.plan?.description ?? "")  // first rows of touched groups
