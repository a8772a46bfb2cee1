import Foundation
import LiveSQL
import LiveSQLTestSupport
import Testing

@Selection struct Size: Equatable {
  var width: Double
  var height: Double
}

@Selection struct Price: Equatable {
  var amount: Int
  var currency: String
}

@Table struct Product: Equatable {
  let id: Int
  var name: String
  var size: Size
  var price: Price?
}

@Selection struct ProductName: Equatable {
  let name: String
  let size: Size
}

@Selection struct MetadataID: Equatable, Hashable {
  let recordID: Int
  let recordType: String
}

@Table struct Metadata: Equatable {
  let id: MetadataID
  var note: String
}

@Table("people") struct Person: Equatable {
  let id: Int
  var first: String
  var last: String
  @Column(generated: .virtual) let full: String
}

@Table("tags", schema: "main") struct SchemaTag: Equatable {
  let id: Int
  var title = ""
}

enum Outer {
  @Table("tags") struct Inner: Equatable {
    let id: Int
    var title = ""
  }
}

@Table("tags") struct Renamed: Equatable {
  @Column("id", primaryKey: true) let number: Int
  @Column("title") var name: String
}

@Table("select \"from\"") struct Odd: Equatable {
  @Column(primaryKey: true) let order: Int
  @Column("a \"b\"") var group: String
}

@Selection enum AttachmentKind: Equatable {
  case note(String)
  case picture(Size)
}

@Table struct Attachment: Equatable {
  let id: Int
  var kind: AttachmentKind
}

@Table struct Event: Equatable {
  let id: Int
  @Column(as: Date.UnixTimeRepresentation.self) var at: Date
  @Column(as: Date.JulianDayRepresentation?.self) var until: Date?
  @Column(as: Int.JSONRepresentation.self) var place: Int
}
