import TestBrowser
import Testing

extension Trait where Self == ConditionTrait {
  /// The suite runs if somebody asks for pictures: `make screenshots`.
  static var takesPictures: Self {
    .enabled(if: Pictures.folder != nil, "Pictures of pages are taken by `make screenshots`.")
  }
}
