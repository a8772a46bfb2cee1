// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import LiveSQL
import UIKit

// The view controller of the guide “Views”, which `Scripts/check-apple` type-checks.

@Table struct Reminder: Identifiable, Hashable {
  let id: Int
  var title = ""
  var isCompleted = false
}

// snippet.controller
final class RemindersController: UICollectionViewController {
  enum Part: Hashable, Sendable { case open }

  @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title)) private var reminders
  private var dataSource: UICollectionViewDiffableDataSource<Part, Reminder>!

  override func viewDidLoad() {
    super.viewDidLoad()
    dataSource = UICollectionViewDiffableDataSource(
      collectionView: collectionView
    ) { _, _, reminder in
      ReminderCell(reminder)
    }
    observe { [weak self] in
      guard let self else { return }
      var snapshot = NSDiffableDataSourceSnapshot<Part, Reminder>()
      snapshot.appendSections([.open])
      snapshot.appendItems(reminders)
      dataSource.apply(snapshot)
    }
  }
}
// snippet.end

final class ReminderCell: UICollectionViewCell {
  let reminder: Reminder

  init(_ reminder: Reminder) {
    self.reminder = reminder
    super.init()
  }
}
