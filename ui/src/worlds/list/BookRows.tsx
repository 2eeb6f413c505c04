// World books, each with the worlds that use it; ticks say which do.
import type { WorldBookRow, WorldRow } from "../../bindings";
import { useQuery } from "../../data/queries";
import { Button, Checkbox, EmptyState, Icon, Name, Popover, visible } from "../../kit";
import { useMessages } from "../../messages";
import { setBookUse } from "./books";

export function BookRows() {
  const { say } = useMessages();
  const { data: books, error } = useQuery("world_books", {});
  const worlds = useQuery("world_list", {}).data ?? [];
  if (error !== null && books === null) return <EmptyState title={error.message} hint={error.hint ?? ""} />;
  if (books === null) return null;
  if (books.length === 0) return <EmptyState title={say("worlds.booksNone")} hint={say("worlds.booksHint")} />;
  return (
    <>
      <h2 className="worlds-books-title">{say("worlds.books")}</h2>
      <ul className="pane-scroll" aria-label={say("worlds.books")} data-pane-start>{books.map((book) => <Row key={book.id} book={book} worlds={worlds} />)}</ul>
    </>
  );
}

function Row({ book, worlds }: { book: WorldBookRow; worlds: readonly WorldRow[] }) {
  const { say } = useMessages();
  const called = ({ id, name }: WorldRow): string => (name === "" ? id : name);
  const users = worlds.filter(({ id }) => book.usedBy.includes(id));
  return (
    <li className="worlds-trash-row">
      <Icon name="lorebook" className="tertiary" />
      <span className="stack grow worlds-book">
        <span className="medium line"><Name text={book.name} /></span>
        <span className="small secondary cut"><bdi>{users.length === 0 ? say("worlds.bookUnused") : visible(say("worlds.bookUsed", { names: users.map(called).join(say("fields.comma")) }))}</bdi></span>
      </span>
      <span className="small tertiary nowrap">{say("worlds.bookEntries", { count: book.entries })}</span>
      <span className="small tertiary nowrap wide-only">{book.language}</span>
      <Popover label={say("worlds.bookWorlds", { name: book.name })} placement="bottom end" button={<Button size="small" look="line" icon="worlds" aria-label={say("worlds.bookWorlds", { name: book.name })}>{say("worlds.bookChoose")}</Button>}>
        <div className="stack worlds-book-worlds">
          {worlds.length === 0 ? <p className="small secondary">{say("worlds.bookNoWorld")}</p> : worlds.map((world) => (
            <Checkbox key={world.id} label={<Name text={world.name === "" ? world.id : world.name} />} on={book.usedBy.includes(world.id)} off={world.newer || world.unreadable !== null} onChange={(on) => void setBookUse(world.id, book.id, on)} />
          ))}
        </div>
      </Popover>
    </li>
  );
}
