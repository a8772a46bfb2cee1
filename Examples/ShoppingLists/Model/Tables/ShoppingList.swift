public import Foundation
public import LiveSQL

/// A shopping list.
@Table("shopping_lists")
public struct ShoppingList: Identifiable, Hashable, Sendable {
  /// The primary key: a UUID as text.
  public let id: String
  /// The title.
  public var title: String
  /// The time of its creation.
  @Column("created_at", as: Date.SecondsRepresentation.self)
  public var createdAt: Date
  /// The time of the last change of the list or of one of its items.
  @Column("updated_at", as: Date.SecondsRepresentation.self)
  public var updatedAt: Date

  /// Creates a list.
  public init(id: String, title: String, createdAt: Date, updatedAt: Date) {
    self.id = id
    self.title = title
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
