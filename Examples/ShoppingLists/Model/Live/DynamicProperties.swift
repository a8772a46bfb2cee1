#if canImport(SwiftUI)
  import LiveSQL
  public import SwiftUI

  // In a view, SwiftUI also calls `update` of the wrapped properties.

  extension FetchShoppingLists: DynamicProperty {}
  extension FetchShoppingItems: DynamicProperty {}
  extension FetchCategoryStats: DynamicProperty {}
  extension FetchSearchResults: DynamicProperty {}
#endif
