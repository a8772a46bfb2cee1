public import Foundation
public import LiveSQL

/// A list of things to buy.
@Table("shopping_lists")
public struct ShoppingList: Identifiable, Hashable, Sendable {
  /// What identifies it: a UUID as text.
  public let id: String
  /// What it is called.
  public var title: String
  /// When it was made.
  @Column("created_at", as: Date.SecondsRepresentation.self)
  public var createdAt: Date
  /// When it, or one of its items, was last changed.
  @Column("updated_at", as: Date.SecondsRepresentation.self)
  public var updatedAt: Date

  /// Makes a list.
  public init(id: String, title: String, createdAt: Date, updatedAt: Date) {
    self.id = id
    self.title = title
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
