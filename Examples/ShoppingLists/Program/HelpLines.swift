/// The output of `--help`.
let helpText = """
  ShoppingLists: shopping lists that stay up to date.

  Usage:
    ShoppingLists [COMMAND] [--database FILE|URL]

  Commands:
    lists                    All lists with the number of their items; also without a command.
    show LIST                The items of a list, by category.
    search LIST TEXT         The items whose names contain a text.
    stats LIST               How many items there are of each category.
    new TITLE                Makes a list.
    add LIST NAME [--quantity N] [--price AMOUNT] [--category NAME] [--notes TEXT]
                             Puts an item on a list; the price is that of one piece.
    toggle LIST ITEM         Puts an item into the basket, or takes it out again.
    move LIST ITEM before|after OTHER
                             Puts an item before or after another one of its category.
    delete LIST [ITEM]       Deletes an item; without one, the list.
    clear LIST               Deletes the items that lie in the basket.
    export LIST              Writes the items of a list as CSV: export Party > party.csv
    import LIST FILE         Adds the items of a CSV file to a list, all or none. Its first line
                             names its columns: name, and any of quantity, price, category, notes
                             and is_completed.
    watch [LIST]             Shows the lists, or one of them, and follows each change until Ctrl-C.
    log FILE                 Appends each change of an item to a file, as a line of JSON, and follows
                             them until Ctrl-C. The next time it goes on where the file ends: each
                             change is there once. Changes are recorded from the first time on.

  A list is given by its title or the beginning of its key, an item by its name or that of its key.
  Where several have the name, none is taken, and their keys are told.
  Without --database the file is in your folder for application support. With a URL,
  --database postgres://host/shop, the lists are on a PostgreSQL server, and several machines
  share them: 'livesql postgres setup URL' prepares it for 'watch'.

  """
