import DatabaseTypes
import SQLiteDatabase

extension ChangeSource {
  /// A sequence with an element after commits that touch a region; several commits may have one
  /// element.
  func signal(touching region: Region) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let subscription = subscribe(
      to: region,
      detail: .keys,
      receive: { if $0.touches(region) { continuation.yield() } },
      end: { continuation.finish() }
    )
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }
}
