#if canImport(ObjectiveC)
  public import Foundation
  import ObjectiveC

  extension NSObject {
    /// Runs a closure, and again after each change of an observable it read, for the object's
    /// lifetime.
    ///
    /// In view controllers and other `NSObject`s, a plain `observe` would mean key-value observing.
    ///
    /// - Returns: The token, which ends the observation when it is cancelled.
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
