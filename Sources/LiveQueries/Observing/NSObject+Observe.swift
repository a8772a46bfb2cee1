#if canImport(ObjectiveC)
  public import Foundation
  import ObjectiveC

  extension NSObject {
    /// Runs a closure, and runs it again when something observable that it read has changed, until the object goes.
    ///
    /// In view controllers and other objects `observe` would otherwise mean that of key-value observing.
    ///
    /// - Returns: The token, which ends it when it is cancelled.
    @MainActor
    @discardableResult
    public func observe(_ apply: @escaping @MainActor @Sendable () -> Void) -> ObserveToken {
      let token = ObserveToken()
      token.run(apply)
      let key = Unmanaged.passUnretained(token).toOpaque()
      objc_setAssociatedObject(self, key, token, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return token
    }
  }
#endif
