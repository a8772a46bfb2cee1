#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  import LiveQueries
  public import SQLiteDatabase

  extension DatabaseRegionObservation {
    /// The database after each commit that touches the region, on the thread that writes, as a publisher: of Combine, or of
    /// OpenCombine where that trait of the package is on.
    ///
    /// It fails where a request cannot be compiled.
    public func publisher(in database: any DatabaseWriter) -> AnyPublisher<Database, any Error> {
      Deferred {
        let shared = SharedSubject<Database, any Error>()
        let cancellable = start(in: database) { error in
          shared.subject.send(completion: .failure(error))
        } onChange: { db in
          shared.subject.send(db)
        }
        return shared.subject.handleEvents(receiveCancel: { cancellable.cancel() })
      }.eraseToAnyPublisher()
    }
  }
#endif
