#!/usr/bin/env bash
# A world by hand, from an empty folder to a ready one, out as an archive and in again; and archives that are refused.
. "$(dirname "$0")/common.sh"
doc() { printf '%s' "$1" >"$work/doc.json"; }
w() { "$ficha" world "$@"; }

exits 0 "new" w new "Lantern Quay" --language en
same "the id" "$(cat "$work/out")" lantern-quay
exits 3 "no language" w new "Other" --language "not a tag"
exits 7 "an empty world has problems" w check lantern-quay --json
same "readiness" "$(json readiness)" draft
says no-place "the missing place is named"

doc '{"name": "Lantern Quay", "description": "Forty lamps over black water.", "ways": [{"to": "drowned-mill", "name": "the towpath"}]}'
exits 0 "a place" w set lantern-quay places/lantern-quay --file "$work/doc.json"
says dangling "advice after the write"
doc '{"name": "Drowned mill", "ways": [{"to": "lantern-quay"}]}'
exits 0 "another place" w set lantern-quay places/drowned-mill --file "$work/doc.json" --json
doc '{"name": "Tam Reed", "start": "drowned-mill"}'
exits 0 "a character" w set lantern-quay characters/tam-reed --file - <"$work/doc.json"
exits 0 "info" w info lantern-quay --set start_places=lantern-quay --set "description=A harbour town that sells light." --set tags=harbour,slow
exits 0 "needs a player" w check lantern-quay --json
same "readiness" "$(json readiness)" needs-player
doc '{"name": "Tam Reed", "start": "drowned-mill", "playable": true}'
exits 0 "make playable" w set lantern-quay characters/tam-reed --file "$work/doc.json"
says ok "nothing is wrong"
exits 0 "ready" w check lantern-quay --json
same "readiness" "$(json readiness)" ready

# What is refused, and with which exit code.
doc '{"name": "Orla", "mood": "dry"}'
exits 3 "a member nobody reads" w set lantern-quay characters/orla --file "$work/doc.json"
says mood "it is named"
doc '{"name": 7}'
exits 3 "a wrong type" w set lantern-quay characters/orla --file "$work/doc.json"
doc '{"name": "Orla", "name": "Twice"}'
exits 3 "a key that is there twice" w set lantern-quay characters/orla --file "$work/doc.json"
doc '{"name": "Orla"}'
for ref in ../orla characters/../../orla characters/.orla people/orla characters/a/b; do
  exits 2 "no reference: $ref" w set lantern-quay "$ref" --file "$work/doc.json"
done
exits 2 "another field" w info lantern-quay --set name=Other
exits 3 "a field of another type" w info lantern-quay --set 'tags=[1]'
exits 2 "no such world" w check nowhere
exits 3 "no such document" w remove lantern-quay characters/nobody
exits 0 "set to be removed" w set lantern-quay characters/orla --file "$work/doc.json"
exits 0 "remove" w remove lantern-quay characters/orla --json
same "the write result" "$(json result)" ok
holds "it lies in the trash" sh -c "ls '$FICHA_LIBRARY'/worlds/lantern-quay/.trash/deleted-*/characters/orla.json"
exits 0 "show" w show lantern-quay
says characters/tam-reed "documents are listed"
exits 0 "show a document" w show lantern-quay characters/tam-reed --json
same "its name" "$(json name)" "Tam Reed"
exits 0 "list" w list --json
same "the row" "$(json 0.readiness) $(json 0.draft)" "ready false"
exits 0 "a path instead of an id" w check "$FICHA_LIBRARY/worlds/lantern-quay"
exits 0 "schema" w schema character
same "a schema" "$(json properties.playable.type)" boolean
exits 2 "no such schema" w schema nothing

# A lock held elsewhere: exit 6 after two seconds. A folder without world.json: unreadable, and left alone.
python3 - "$FICHA_LIBRARY/worlds/lantern-quay/.lock" <<'P' &
import fcntl, sys, time
with open(sys.argv[1], "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    time.sleep(4)
P
sleep 0.5
exits 6 "held elsewhere" w set lantern-quay characters/orla --file "$work/doc.json"
wait
mkdir -p "$FICHA_LIBRARY/worlds/half/places"
echo '{}' >"$FICHA_LIBRARY/worlds/half/places/x.json"
exits 3 "no world.json" w check half
exits 0 "list goes on" w list
says unreadable "the half one is told"
holds "and is still there" test -e "$FICHA_LIBRARY/worlds/half/places/x.json"

# Out and in again. What begins with a dot stays here: the card, the import, checks, trash.
folder=$FICHA_LIBRARY/worlds/lantern-quay
mkdir -p "$folder/.import" "$folder/.checks" "$folder/places/.hidden"
echo '{"secret": 1}' >"$folder/.import/card.json"
echo '{}' >"$folder/.checks/results.json"
echo x >"$folder/places/.hidden/x.json"
echo x >"$folder/notes.txt"
exits 0 "export" w export lantern-quay -o "$work/one.world.zip"
says notes.txt "what stayed behind is named"
exits 0 "export again" w export lantern-quay -o "$work/two.world.zip"
same "the same bytes" "$(sha256sum <"$work/one.world.zip")" "$(sha256sum <"$work/two.world.zip")"
exits 6 "a file that is there" w export lantern-quay -o "$work/two.world.zip"
python3 - "$work/one.world.zip" >"$work/names" <<'P'
import sys, zipfile
print("\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))
P
same "archive.json first" "$(head -1 "$work/names")" archive.json
holds "no entry begins with a dot" sh -c "! grep -qE '(^|/)\\.' '$work/names'"
holds "no stray file" sh -c "! grep -q notes.txt '$work/names'"
exits 0 "import under a taken id" w import "$work/one.world.zip" --json
same "the id" "$(json id)" lantern-quay-2
exits 0 "and it is ready" w check lantern-quay-2
rm -rf "$folder/.import" "$folder/.checks" "$folder/.trash" "$folder/places/.hidden" "$folder/notes.txt"
same "the same world" "$(tree "$folder")" "$(tree "$FICHA_LIBRARY/worlds/lantern-quay-2")"

# Archives that are refused, with nothing written.
python3 - "$work" <<'P'
import hashlib, json, sys, zipfile
work = sys.argv[1]
world = b'{"schema": "ficha-world/v1", "name": "Bad", "language": "en", "created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z"}'
def archive(name, entries, listed=None, schema="ficha-world-archive/v1", drop=()):
    entries = {"world/world.json": world, **entries}
    files = [{"path": path, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()} for path, data in entries.items()]
    manifest = {"schema": schema, "world": "bad", "name": "Bad", "app": "x", "world_updated_at": None, "files": listed or files}
    with zipfile.ZipFile(f"{work}/{name}.zip", "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("archive.json", json.dumps(manifest))
        for path, data in entries.items():
            if path in drop: continue
            info = zipfile.ZipInfo(path)
            info.compress_type = zipfile.ZIP_DEFLATED
            if name == "link" and path != "world/world.json": info.external_attr = 0o120777 << 16
            out.writestr(info, data)
place = b'{"name": "Mill"}'
archive("parent", {"world/../../evil.json": place})
archive("absolute", {"/tmp/evil.json": place})
archive("drive", {"C:/evil.json": place})
archive("backslash", {"world\\..\\..\\evil.json": place})
archive("link", {"world/places/mill.json": b"/etc/passwd"})
archive("hash", {"world/places/mill.json": place}, listed=[
    {"path": "world/world.json", "bytes": len(world), "sha256": hashlib.sha256(world).hexdigest()},
    {"path": "world/places/mill.json", "bytes": len(place), "sha256": "0" * 64}])
archive("newer", {}, schema="ficha-world-archive/v9")
archive("missing", {"world/places/mill.json": place}, drop=("world/places/mill.json",))
archive("headless", {"world/places/mill.json": place}, listed=[
    {"path": "world/places/mill.json", "bytes": len(place), "sha256": hashlib.sha256(place).hexdigest()}])
archive("stray", {"world/places/mill.json": place, "world/.import/card.json": b"{}", "world/run.exe": b"MZ", "notes.txt": b"x"})
archive("bomb", {"world/lore/bomb.json": b"0" * (70 << 20)})
archive("many", {f"world/lore/l{n}.json": b"{}" for n in range(10001)})
open(f"{work}/text.zip", "w").write("no archive at all")
P
before=$(tree "$FICHA_LIBRARY")
for bad in parent absolute drive backslash link hash newer missing headless text; do
  exits 3 "refused: $bad" w import "$work/$bad.zip"
done
for bomb in bomb many; do
  exits 4 "over a limit: $bomb" w import "$work/$bomb.zip"
  says "limit" "the limit is named"
done
same "nothing was written" "$(tree "$FICHA_LIBRARY")" "$before"
same "nothing lies in the way" "$(find "$FICHA_LIBRARY/.incoming" -mindepth 1 2>/dev/null | wc -l)" 0
holds "nothing outside" test ! -e /tmp/evil.json
exits 0 "what is no part of a world is passed over" w import "$work/stray.zip" --json
same "and named" "$(json skipped)" '["world/.import/card.json", "world/run.exe", "notes.txt"]'
holds "and not there" test ! -e "$FICHA_LIBRARY/worlds/bad/run.exe" -a ! -e "$FICHA_LIBRARY/worlds/bad/.import"
exits 0 "a limit may be raised" w import "$work/many.zip" --raise-limits

# Two programs at one world: every document is there afterwards.
doc '{"name": "Somebody"}'
many() { for n in $(seq 10); do w set lantern-quay "characters/$1-$n" --file "$work/doc.json" >/dev/null || echo "$1 $n"; done; }
many a >"$work/a" & many b >"$work/b" & wait
same "two programs at once" "$(cat "$work/a" "$work/b")$(ls "$folder/characters" | grep -cE '^[ab]-')" 20

# W-007, W-008: a world that an upload is made into is named after the chosen name, in any script; nothing is left where
# the upload waited.
doc '{"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Orla", "description": "Keeps the light.", "first_mes": "Rain."}}'
exits 0 "an import begins" "$ficha" import start "$work/doc.json" --name "Лампа / Набережная" --json
same "its world" "$(json world)" "лампа-набережная"
exits 0 "another" "$ficha" import start "$work/doc.json" --name "Лампа / Набережная" --json
same "gets a number" "$(json world)" "лампа-набережная-2"
holds "the card is in its folder" cmp -s "$work/doc.json" "$FICHA_LIBRARY/worlds/лампа-набережная/.import/source.json"
same "no upload waits" "$(find "$FICHA_LIBRARY/.incoming" -mindepth 1 2>/dev/null | wc -l)" 0

ended
