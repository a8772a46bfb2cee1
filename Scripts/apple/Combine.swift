// The few symbols of Combine that the sources use, written by hand for `Scripts/check-apple`.

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}

public enum Publishers {}

public enum Subscribers {
  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable {}

public protocol Cancellable {
  func cancel()
}

public final class AnyCancellable: Cancellable, Hashable {
  public init(_ cancel: @escaping () -> Void) {}

  public func cancel() {}

  public func hash(into hasher: inout Hasher) {}

  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }
}

public final class PassthroughSubject<Output, Failure: Error>: Publisher {
  public init() {}

  public func send(_ input: Output) {}

  public func send(completion: Subscribers.Completion<Failure>) {}
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure

  public init(createPublisher: @escaping () -> DeferredPublisher) {}
}

public struct Just<Output>: Publisher {
  public typealias Failure = Never

  public init(_ output: Output) {}
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  init() {}
}
