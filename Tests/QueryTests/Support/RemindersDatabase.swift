import LiveSQL

/// Returns an in-memory database with the reminders schema.
///
/// It has 3 lists, 10 reminders, 2 users, 4 tags and 3 milestones.
func remindersDatabase() throws -> DatabaseQueue {
  let database = try DatabaseQueue()
  try database.write { db in
    try db.execute(sql: remindersSchema)
    try db.execute(sql: remindersRows)
  }
  return database
}

/// The statements that create the tables.
let remindersSchema = """
  CREATE TABLE "remindersLists" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "color" INTEGER NOT NULL DEFAULT 4889071,
    "title" TEXT NOT NULL DEFAULT '',
    "position" INTEGER NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX "remindersLists_title" ON "remindersLists"("title");
  CREATE TABLE "users" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL DEFAULT '');
  CREATE TABLE "reminders" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "assignedUserID" INTEGER REFERENCES "users"("id") ON DELETE SET NULL,
    "dueDate" TEXT,
    "isCompleted" INTEGER NOT NULL DEFAULT 0,
    "isFlagged" INTEGER NOT NULL DEFAULT 0,
    "notes" TEXT NOT NULL DEFAULT '',
    "priority" INTEGER,
    "remindersListID" INTEGER NOT NULL REFERENCES "remindersLists"("id") ON DELETE CASCADE,
    "title" TEXT NOT NULL DEFAULT '',
    "updatedAt" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f'))
  );
  CREATE TABLE "tags" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "title" TEXT NOT NULL DEFAULT '' COLLATE NOCASE UNIQUE
  );
  CREATE TABLE "remindersTags" (
    "reminderID" INTEGER NOT NULL REFERENCES "reminders"("id") ON DELETE CASCADE,
    "tagID" INTEGER NOT NULL REFERENCES "tags"("id") ON DELETE CASCADE
  );
  CREATE TABLE "milestones" (
    "id" INTEGER PRIMARY KEY AUTOINCREMENT,
    "remindersListID" INTEGER NOT NULL REFERENCES "remindersLists"("id") ON DELETE CASCADE,
    "title" TEXT NOT NULL DEFAULT ''
  );
  CREATE VIRTUAL TABLE "reminderTexts" USING fts5("title", "notes");
  CREATE TRIGGER "reminders_after_insert" AFTER INSERT ON "reminders" BEGIN
    INSERT INTO "reminderTexts" (rowid, "title", "notes") VALUES (new."id", new."title", new."notes");
  END;
  CREATE TRIGGER "reminders_after_update" AFTER UPDATE ON "reminders" BEGIN
    UPDATE "reminderTexts" SET "title" = new."title", "notes" = new."notes" WHERE rowid = new."id";
  END;
  CREATE TRIGGER "reminders_after_delete" AFTER DELETE ON "reminders" BEGIN
    DELETE FROM "reminderTexts" WHERE rowid = old."id";
  END;
  """

/// The statements that insert the rows.
///
/// The due dates are around 1 January 2001.
private let remindersRows = """
  INSERT INTO "remindersLists" ("id", "color", "title", "position") VALUES
    (1, 4889071, 'Personal', 0), (2, 15567157, 'Family', 1), (3, 11689427, 'Business', 2);
  INSERT INTO "users" ("id", "name") VALUES (1, 'Ada'), (2, 'Grace');
  INSERT INTO "reminders" (
    "id", "assignedUserID", "dueDate", "isCompleted", "isFlagged", "notes", "priority", "remindersListID", "title",
    "updatedAt"
  ) VALUES
    (1, 1, '2001-01-01 00:00:00.000', 0, 0, 'Milk, bread, apples', NULL, 1, 'Groceries', '2040-02-14 23:31:30.000'),
    (2, NULL, '2000-12-30 00:00:00.000', 0, 1, '', NULL, 1, 'Haircut', '2040-02-14 23:31:30.000'),
    (3, NULL, '2001-01-01 00:00:00.000', 0, 0, 'Ask about diet', 3, 1, 'Doctor appointment', '2040-02-14 23:31:30.000'),
    (4, NULL, '2000-06-25 00:00:00.000', 1, 0, '', NULL, 1, 'Take a walk', '2040-02-14 23:31:30.000'),
    (5, NULL, NULL, 0, 0, '', NULL, 1, 'Buy concert tickets', '2040-02-14 23:31:30.000'),
    (6, NULL, '2001-01-03 00:00:00.000', 0, 1, '', 3, 2, 'Pick up kids from school', '2040-02-14 23:31:30.000'),
    (7, NULL, '2000-12-30 00:00:00.000', 1, 0, '', 1, 2, 'Get laundry', '2040-02-14 23:31:30.000'),
    (8, NULL, '2001-01-05 00:00:00.000', 0, 0, '', 3, 2, 'Take out trash', '2040-02-14 23:31:30.000'),
    (9, 2, '2001-01-03 00:00:00.000', 0, 0, 'Status of tax return', NULL, 3, 'Call accountant', '2040-02-14 23:31:30.000'),
    (10, NULL, '2000-12-30 00:00:00.000', 1, 0, '', 2, 3, 'Send weekly emails', '2040-02-14 23:31:30.000');
  INSERT INTO "tags" ("id", "title") VALUES (1, 'car'), (2, 'kids'), (3, 'someday'), (4, 'optional');
  INSERT INTO "remindersTags" ("reminderID", "tagID") VALUES (1, 3), (1, 4), (2, 3), (2, 4), (4, 1), (4, 2);
  INSERT INTO "milestones" ("id", "remindersListID", "title") VALUES (1, 1, 'Phase 1'), (2, 1, 'Phase 2'), (3, 2, 'Phase 1');
  """
