// Help, one title and one text a panel. A text is lines: each is a paragraph, lines that begin with "- " are a list.
// A panel adds its two keys here and in Chinese, one row in help/topics.ts, and data-help="<topic>" on its element.
export const help = {
  "help.label": "Help",
  "help.open": "Help for this panel",
  "help.all": "All topics",
  "help.find": "Find in the help",
  "help.nothing": "No topic has these words.",
  "help.keys": "Keys of this window",
  "help.library.title": "Library",
  "help.library.text":
    "Every piece you kept: characters, lorebooks, personas, regex sets, presets, packs and quick replies.\nThe field at the top searches names, creators, tags and all text. It knows:\n- \"two words\" for a phrase\n- tag:harbour, creator:ana, kind:lorebook\n- fog OR mist, and -word for what must not be there\nClick selects, a double click or Enter opens. Ctrl and Shift gather several; a bar below them says what can be done with all of them.\nWhat is removed goes to the trash, and the message that says so offers to undo it.",
  "help.import.title": "Import review",
  "help.import.text":
    "Files you drop anywhere wait here until you say what to do with them. Nothing is kept before that.\nEach row says what the file is and why that was found, what came with it, and whether something like it is in the library already.\n- Update brings the piece you have up to date and keeps your own edits\n- Keep both makes a second piece\n- Skip leaves the file where it is\nA refused file stays listed with the limit or the place that stopped it. You may leave this page at any time: what waits, waits.",
  "help.replace.title": "Find and replace in many pieces",
  "help.replace.text":
    "It looks through the pieces you picked, or through everything the list shows when none is picked. What is open is saved first.\nEach row shows the words before and after. A tick takes a field, or a whole piece, out of the run.\n- Whole words leaves longer words alone\n- Pattern reads the words as a regular expression; the replacement may use $1, $'<'name'>' and $&\nEvery piece gets one revision. The report undoes the whole run; a piece you saved since is left as it is and named.",
  "help.compare.title": "Comparing two pieces",
  "help.compare.text":
    "Pick two pieces of one kind and choose Compare under More. Only the fields that differ are listed; what is only on one side is marked by a dash on the other.\nA click on a name opens that piece.",
  "help.character.title": "Character",
  "help.character.text":
    "The outline at the left has a section for each group of fields, with what each costs in tokens. Empty optional fields are a single line that adds them.\n- Ctrl Z takes back any step: text, pictures, native fields\n- Ctrl F finds and replaces in all of it, variants too\n- Alt with the arrow keys moves a greeting or another row\nThe line beside the undo button says how far the piece is saved. A revision is made when you save, close, export or write for a while; the history has every one of them.",
  "help.variants.title": "Variants and app profiles",
  "help.variants.text":
    "The strip above the form says in which form you write. Base is the character itself; a variant changes some fields and follows the base in all others.\nInherited text is grey. A field you touch is marked, with Use base to drop the change and Promote to make it the base’s.\nWriting for an app works the same way: what you change there goes only into files of that app, and the export shows it.",
  "help.pictures.title": "Pictures",
  "help.pictures.text":
    "The portrait is the picture the card travels in. Choose another, or cut a part out of it; any picture is turned into PNG.\nThe others have a label, a role, and a line that says what uses them.\n- Files dropped anywhere on this page are added; others go to the import review\n- Alt with the arrow keys moves a picture, and so does dragging it\n- Not at hand means that the file named it and did not bring it\n- Unused means that no text asks for it by name and no role shows it\nWhat is removed can be undone.",
  "help.preview.title": "Preview",
  "help.preview.text":
    "The text you are in, laid out as a chat app would. It follows the field with the focus.\nThe frame runs no scripts and loads nothing. Pictures, addresses, styles and tags that would are shown as words, and listed below with what each wanted.",
  "help.structured.title": "Persona as a table",
  "help.structured.text":
    "Attributes and their values, in one of the notations apps know. The text view shows the notation and reads what you change there when you leave it.\nAs long as the description is the text of the table, it follows the table. When it says something else, it stays, and a button writes the table into it.",
  "help.find.title": "Find and replace here",
  "help.find.text":
    "The counts below the words name each field that has them; a click goes there. F3 and Shift F3 walk through the places.\n- Enter in the second field replaces the place you are at and goes on\n- Replace all is one step, so one undo takes it back\n- Pattern reads the words as a regular expression, with $1, $'<'name'>' and $& in the replacement; one that goes on without end is stopped and named\nIds, roles and file names are never touched. For many pieces at once use Ctrl Shift F.",
  "help.raw.title": "Raw original",
  "help.raw.text":
    "The file this piece came from, word for word, with your edits on top. Keys that a form edits are marked and link to it.\nInvalid JSON never reaches the piece: the last valid text stays in use, and the place of the fault is named. Every edit is listed and can be taken back by itself.\nOriginals of another format are locked: they are kept so that they can leave again, and are not written.",
  "help.history.title": "History",
  "help.history.text":
    "Every save is a revision and none is ever changed. Choose one to see what differs from the one before, word by word.\nRestore brings back all of it or single fields, as a new revision, so restoring can be undone too. Pictures, keys of single apps, variants and what is written for one app are compared too.\nCtrl S makes a revision at once; Ctrl Shift S gives the present state a name, so that it is easy to find later. Shift and a click on another revision compares the two.",
  "help.lorebook.title": "Lorebook",
  "help.lorebook.text":
    "The list has every entry with its state: a filled dot is always told, a ring is called by its keys, a dotted ring is off. Alt with the arrow keys moves an entry.\nAn entry reads as sentences: each underlined value opens where it stands. Keys are words; one written between slashes is a pattern.\nThe panels at the right try the book on a line or a chat, show which entries wake which, and list what can never come up.",
  "help.merge.title": "Bring together",
  "help.merge.text": "Two states of one piece, field by field: yours and the other, each with what changed since both began.\n- What only one side edited needs no choice: it is taken, and can be changed\n- What both edited waits for you. Where the two edits do not touch, Both puts them into one text\n- A row of a list is known again by what it is, wherever it stands now\nThe marked version of each field is what will be saved. One revision comes of it; the states before it stay in the history.\nUpdate from a file compares three: the file the piece came from, your edits, and the newer file. Going back is one press.",
  "help.batch.title": "Many pieces at once",
  "help.batch.text": "Choose the app and the kind of file, the folder and how the files are called; each piece is measured before anything is written.\nThe bar sums up what would cross, the line below the list says why something of the marked piece does not.\n- Names never collide in silence: a number is put behind, or you say otherwise\n- Stop ends after the file at work. What was written stays, and writing again goes on from there, after a restart too\n- Each run leaves a file in the folder that tells what became of every piece\nA full disk or a folder that went away stops the run and says so; no file is half-written.",
  "help.export.title": "Export",
  "help.export.text":
    "Every app is measured before anything is written: its file is made in memory, read back and compared, field by field.\n- carried: arrives as it is\n- changed: arrives in another form, with the reason\n- lost: the app has no place for it\n- left behind: belongs to another app and stays with the original\nChoose the kind of file and what goes with it at the right. A file that is there already is never overwritten without a question.",
  "help.settings.title": "Settings",
  "help.settings.text":
    "A change holds at once, and each has a reset. The search looks through names, hints and keys.\nA key that is taken already is refused with the name of what has it. The library can move to another folder; the old folder stays as it was.",
  "help.workbench.title": "Workbench",
  "help.workbench.text":
    "Open pieces are tabs. They come back at the next start with the page and the place you were at. The middle button or Ctrl W closes one after saving it, Ctrl Shift T opens the last closed one again.\nCtrl K finds pieces, commands and parts of what is open.",
  "help.native.title": "Fields of one app",
  "help.native.text":
    "What only one app has: shown under its own names, kept with the original, and written back to that app alone. A changed key shows the value it had and can be reset.\nPanels come with the file; another app’s can be added by hand.",
  "help.persona.title": "Persona",
  "help.persona.text":
    "Who you are in a chat. Write one text, or sections that are put together where there is no text. Blocks are told behind it while they are on.\nThe inspector shows what the model is told, part by part, as you type.\nBelow a field stands which apps keep it, when it is not all of them.",
  "help.regex.title": "Regex set",
  "help.regex.text":
    "Rules that rewrite messages. They run in the order of the list, each on what the one before left.\nA rule says what it looks for, what it puts there, and in sentences which texts it touches: press a dashed word to change it.\n- drag rules, or hold Alt and press the arrow keys\n- Ctrl and Shift pick several; E switches them on or off, Ctrl D copies them, Delete takes them out\n- “Copy or move to another piece” hands rules to a set, card or preset; one undo puts both back\nThe bench in the inspector tries the whole set on a sample. A pattern that would never end is stopped and called too slow.",
  "help.preset.title": "Preset",
  "help.preset.text":
    "The blocks a request is put together from, in their order. A filled dot is a text, a ring holds a place that the app fills, a dotted one is off.\n- press the dot or E to switch a block\n- drag blocks, also several at once; a block dropped among others joins their group\n- heads fold\n“Order” in the inspector shows what is sent with a character and a persona of your choice; “Turn” shows the one text of a text completion with the marks of its template.\nSampling has a slider for what is set and a line for what is not.",
  "help.pack.title": "Resource pack",
  "help.pack.text":
    "Labelled pictures, moods most often, in one list and in groups. The label is what an app looks for; in an archive it is the file’s name.\n- drag pictures, or hold Alt and press the arrow keys\n- Ctrl, Shift and the boxes pick several\n- a label that two pictures share is marked, since apps keep one of them",
  "help.quickreply.title": "Quick replies",
  "help.quickreply.text":
    "Buttons that send a text or slash commands. They are edited here as text and never run.\nWhat makes a button run by itself stands with the app’s own fields.",
  "help.checks.title": "Checks",
  "help.checks.text":
    "Checks look at a piece for what is likely not meant: keys that never match, macros that are misspelt, greetings that are the same, damaged letters, links that lead nowhere.\nChoose at the top what is checked and, if you like, for which app: then the page also says what that app would not get.\n- A press on errors, warnings or hints hides or shows them\n- Fix makes the one answer there is, as one step that can be undone and one revision\n- Go to opens the field with the words selected\n- Hush silences one finding of one piece; Settings lists all of them\nA check that could not run is named at the foot with its reason. It is never counted as clean.",
  "help.findings.title": "Findings",
  "help.findings.text":
    "What the checks find in the open piece while you write; a moment after the last key it is found again.\nA press on a title goes to its field, F8 and Shift F8 walk from one to the next. The marks in the outline and beside the fields are the same findings.",
  "help.bench.title": "Bench",
  "help.bench.text": "Type a line or paste a chat log: “Name: what is said”, one message a line. The book is asked as it is being written, and the line you type counts as the last message.\n- Woke says which key, how far back, which second key, and the draw it passed\n- Nearly says what was missing: too far back, other letters, resting, no room\n- the name of a speaker shows the chat as it was at that message, for entries that stay, rest or wait\nRules sets how far is looked, the budget, the seed of chance, other books, and a character whose texts may be searched. A pattern that takes too long is given up and named.",
  "help.wakes.title": "Wake graph",
  "help.wakes.text": "Which entry’s text says another’s key, from left to right. The wider a node, the longer its text; a red dashed line goes in a ring.\n- click puts an entry into the middle and opens it\n- the arrow keys walk: right to whom it wakes, left to who wakes it\n- drag moves the picture, the wheel brings it closer\nA book of more than 300 such entries shows its folders first. The table has the same wakes as rows.",
  "help.worlds.title": "Worlds",
  "help.worlds.text":
    "Every world you have, with whether a story can begin in it, what it was made from, and what the checks found last.\nA world is made from a character card, written by hand, or brought in as a world file. A card dropped anywhere on this page shows what it has before anything is made.\n- Enter or a double click opens a world\n- Delete moves it to the trash, and the message that says so offers to undo it\nWorld books are lorebooks that several worlds share. Make one from a lorebook of the library, then say here which worlds use it.",
  "help.making.title": "From a card to a world",
  "help.making.text":
    "What the card has: its fields, the entries of its book, its greetings. What would run in a chat app is counted and never runs.\nUntick an entry to leave it out; choose the greeting that the story opens with. Everything is done on this computer.\n- Review first shows every document before it is kept\n- Stop ends after the step at work, and going on later takes up from there",
  "help.review.title": "Review of an import",
  "help.review.text":
    "What each part of the card became, before it is part of the world. The list has the documents, the part of the card they came from stands beside them.\n- Edit changes a document here, and the change goes along\n- Leave out keeps a document away; it can be taken in again until you finish\nNothing is written into the world until you finish.",
  "help.draft.title": "Draft",
  "help.draft.text":
    "An import that ended with problems. Each is named with its place, and a press on it goes there.\nMend them and keep the world, or discard it: it then lies in the trash of the worlds.",
  "help.card.title": "The card behind a world",
  "help.card.text":
    "The card the world was made from, kept word for word. Every part says what became of it.\n- Search finds words in all of its parts\n- a document’s origin lists the parts it was made from, and where the card speaks of it\nThe card is never changed by what you write in the world.",
  "help.update.title": "A newer card",
  "help.update.text":
    "What differs between the card the world was made from and the newer one. Nothing of the world changes by itself: you carry a change over by hand and mark it, or dismiss it.\nFinish names the changes without a mark before it ends. Undo goes back to the card before.",
  "help.world-overview.title": "Overview of a world",
  "help.world-overview.text":
    "What the world is, how many of everything it has, and what stands in the way of a story. A press on a count or a problem goes there.\nA story needs a place to start in and somebody who can be played. The line above the page says what is missing and offers the one step that mends it.\nWhat is typed is written a moment later. Ctrl Z takes back the last step of the whole world, whichever document it was in.\nFiles that the format does not know are listed at the end: they are kept, and are not exported.",
  "help.world-document.title": "A document of a world",
  "help.world-document.text":
    "A person, a place, a faction, a thing, a piece of lore or a plot. Each has the fields of its kind; an empty optional field is a single line that adds it.\n- A field that names another document finds it by name, or makes it at once\n- A name that is gone says so, and a button takes it out\n- A value of another type than the field’s stays as it is in the file until you replace it\nThe side tells how the document stands to others, its problems, and what of the card it was made from. Keys that nothing reads are kept and named at the end.",
  "help.world-ties.title": "Ties",
  "help.world-ties.text":
    "Who stands to whom, as a picture or a table with the same lines.\n- The arrow keys walk along ties, Enter opens\n- Drag from the rim of one to another to tie the two, or press Tie\n- A line with two arrows: both say the same\n- Dashed red is hostile. Dotted is suggested, because the two belong to one faction and nothing is said of them yet\nOf more than 150, only what is around the chosen one is drawn. The tree and the table have all.",
  "help.world-map.title": "Map",
  "help.world-map.text":
    "Places and the ways between them, as a picture or a table with the same lines.\n- The arrow keys walk along ways, Enter opens\n- Drag from the rim of one place to another to make a way, or press Way\n- A dashed line is a hidden way; an arrow at one end leads only there\nA mark stands at places that nothing leads out of, and at places that nobody can reach from where the story starts.",
  "help.world-pictures.title": "Pictures of a world",
  "help.world-pictures.text":
    "Every picture the world has, how large it is and who uses it. The menu of a picture makes it the cover or takes it out; taking out can be undone.\nA picture that a document names and the folder does not have is listed at the end, with the document. Pictures are only shown: nothing is loaded from an address.",
  "help.world-prompts.title": "Prompts of a world",
  "help.world-prompts.text":
    "What a host tells its language model in this world, one text for each purpose and language. An empty one means the host’s own.\nBelow the text stands how long it may be and which placeholders it is given.\nTake a preset over puts the prompts of a preset of the library into the style of the telling, word for word. The style before goes to the world’s trash.",
  "help.world-checks.title": "Checks of a world",
  "help.world-checks.text":
    "Consistency looks at what contradicts itself, Fidelity at what of the card is missing, Quality at how documents are written, Playability at whether a story can go on.\nA press on a finding goes to its place. New and Gone compare with the run before.\nA check that did not run is named at the end with its reason. It is never counted as clean.",
} as const;
