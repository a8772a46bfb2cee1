#if canImport(SwiftUI)
  import LiveSQL
  public import SwiftUI

  // In a view, SwiftUI calls `update` of the properties within by itself.

  extension FetchShoppingLists: DynamicProperty {}
  extension FetchShoppingItems: DynamicProperty {}
  extension FetchCategoryStats: DynamicProperty {}
  extension FetchSearchResults: DynamicProperty {}
#endif
