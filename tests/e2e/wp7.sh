#!/usr/bin/env bash
# A world and a newer card: looked at, started, marked, finished once, undone to the byte, finished again. Nothing is
# fetched and no model is asked; where the system lets us, every call runs without a network.
. "$(dirname "$0")/common.sh"
alone=()
if unshare -rn true 2>/dev/null; then alone=(unshare -rn); fi
f() { "${alone[@]}" "$ficha" "$@"; }
worlds=$FICHA_LIBRARY/worlds

# Two versions of an invented card, each in a picture of its own.
python3 - "$work" <<'P'
import base64, json, struct, sys, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
def picture(path, card, shade):
    rows = b"".join(b"\0" + bytes([shade, x * 30 % 256, y * 20 % 256]) * 1 + bytes([shade] * 21) for y in range(8) for x in [y])
    text = b"ccv3\0" + base64.b64encode(json.dumps(card).encode())
    head = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"tEXt", text) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    open(path, "wb").write(data)
def entry(title, key, text, enabled=True):
    return {"comment": title, "keys": [key], "content": text, "enabled": enabled, "constant": False, "insertion_order": 1}
def card():
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": {
        "name": "Orla Fenwick", "description": "Orla keeps the quay light. She is patient with {{user}}.",
        "personality": "Dry and patient.", "scenario": "Rain on forty lamps.", "first_mes": "Rain ticks on the lamps.",
        "alternate_greetings": ["The wheel has stopped.", "Fog."], "mes_example": "", "creator": "nobody",
        "creator_notes": "A harbour that sells light.", "tags": ["harbour"], "character_version": "1.0",
        "system_prompt": "Tell it slowly.", "post_history_instructions": "", "group_only_greetings": [], "extensions": {},
        "character_book": {"entries": [
            entry("The light tax", "tax", "Every ship pays a coin for each lamp it passes."),
            entry("The mill", "mill", "The mill wheel stops when nobody watches the dark water at night."),
            entry("Ferry", "ferry", "The ferry leaves at dusk. It carries nine people. The ferryman counts them twice."),
            entry("The glazier", "glazier", "A glazier came after the storm and never left."),
            entry("Quiet", "quiet", "Nobody is told of this.", False)]}}}
one, two = card(), card()
data = two["data"]
data["character_version"] = "2.0"
data["tags"] = ["harbour", "rain"]
data["alternate_greetings"].append("A bell under the water.")
data["creator_notes"] += " See https://pictures.invalid/lamp.png"
rows = data["character_book"]["entries"]
rows[1]["comment"] = "The drowned mill"
rows[2]["content"] = rows[2]["content"].replace("dusk", "dawn")
rows[3] = entry("The clerk", "clerk", "A runaway clerk hides among the lamp oil barrels.")
picture(sys.argv[1] + "/v1.png", one, 10)
picture(sys.argv[1] + "/v2.png", two, 200)
P

exits 0 "the first version becomes a world" f import run "$work/v1.png" --no-model --name "Lantern Quay" --json
world=$(json world)
same "its id" "$world" lantern-quay

# Looking at the card (card-tools 3 to 6, 8)
before=$(tree "$worlds/$world")
exits 0 "overview" f card overview "$world" --json
same "every piece has one outcome" "$(python3 -c 'import json,sys; o=json.load(open(sys.argv[1])); print(sum(o["totals"].values()) == len(o["pieces"]) == 13)' "$work/out")" True
exits 0 "overview for people" f card overview "$world"
says "13 pieces:" "the totals"
exits 0 "search" f card search "$world" "GLAZIER  came" --json
same "one phrase" "$(json total) $(json hits.0.piece) $(json hits.0.how)" "1 entry:4 phrase"
exits 2 "too short a query" f card search "$world" ab --json
same "its code" "$(json error.code)" query-too-short
exits 0 "read" f card read "$world" entry:4
says "A glazier came after the storm and never left." "the words"
exits 2 "no such piece" f card read "$world" entry:44 --json
same "its code" "$(json error.code)" no-piece
exits 0 "raw" f card read "$world" field:description --raw
says "{{user}}" "the card's own words"
exits 0 "origin" f card origin "$world" "orla fenwick" --json
same "what she was built from" "$(json builtFrom.0.id) $(json entity)" "field:description characters/orla-fenwick"
exits 0 "origin of lore" f card origin "$world" lore/the-mill --json
same "by the words they share" "$(json builtFrom.0.id)" entry:2
for tool in "overview $world --new" "search $world glazier --new" "diff $world"; do
  exits 6 "no newer card: $tool" f card $tool --json
  same "its code" "$(json error.code)" no-update
done
for act in finish cancel diff; do exits 6 "nothing waits: $act" f update $act "$world"; done
exits 6 "nothing to undo" f update undo "$world" --json
same "its code" "$(json error.code)" nothing-to-undo
same "looking changes no byte" "$(tree "$worlds/$world")" "$before"

# What undoing gives back: everything but pictures, trash and check results.
undone() { (cd "$worlds/$world" && find . -type f ! -path './images/*' ! -path './.trash/*' ! -path './.checks/*' ! -name .lock -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1); }

# One document edited by hand, then the newer card.
exits 0 "a document" f world show "$world" lore/the-light-tax --json
python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); d["text"]="Every ship pays two coins."; json.dump(d, open(sys.argv[2],"w"))' "$work/out" "$work/doc.json"
exits 0 "is edited" f world set "$world" lore/the-light-tax --file "$work/doc.json"
start=$(undone)
exits 0 "the newer card waits" f update start "$world" "$work/v2.png" --json
same "status" "$(json mark) $(json version) $(json versionBefore) $(json fileName)" "waiting 2.0 1.0 v2.png"
exits 6 "another one does not replace it unasked" f update start "$world" "$work/v1.png"
exits 0 "diff" f card diff "$world" --json
same "golden changes" "$(python3 -c 'import json,sys; print(" ".join(c["id"] for c in json.load(open(sys.argv[1]))["changes"]))' "$work/out")" \
  "changed:field:creator_notes changed:entry:2 changed:entry:3 added:greeting:3 added:entry:4 dropped:entry:4 field:description field:tags field:alternate_openings picture addresses"
same "edited here" "$(json editedSince.0)" lore/the-light-tax.json
same "it says that there is a difference" "$(json same)" false
exits 0 "in the newer card" f card search "$world" "runaway clerk" --new --json
same "found" "$(json hits.0.piece)" entry:4

# Two carried by hand, one dismissed.
exits 0 "the ferry" f world show "$world" lore/ferry --json
sed 's/dusk/dawn/' "$work/out" >"$work/doc.json"
exits 0 "is carried" f world set "$world" lore/ferry --file "$work/doc.json"
exits 0 "the tags" f world info "$world" --set tags=harbour,rain
# W-348: what the world says of itself changes by that command, and its name by another
exits 2 "the name is no such field" f world info "$world" --set "name=Orla Fenwick"
# W-357: before finishing, the world can be held against the newer card
exits 0 "check against the newer card" f check "world/$world" --kit fidelity --card-version new --json
says card-changes "the changes the world does not say yet are looked for"
exits 0 "are carried" f update mark "$world" carried changed:entry:3 field:tags --json
exits 0 "one is dismissed" f update mark "$world" dismissed dropped:entry:4
says "[dismissed]" "the mark"
exits 2 "no such change" f update mark "$world" carried changed:entry:99
exits 6 "finishing asks once" f update finish "$world" --json
same "it is not finished" "$(json finished)" false
exits 0 "and then goes through" f update finish "$world" --json
same "it is finished" "$(json finished)" true
same "the card is the newer one" "$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["data"]["character_version"])' "$worlds/$world/.import/card.json")" 2.0
same "the older one is kept" "$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["data"]["character_version"])' "$worlds/$world/.import/previous/card.json")" 1.0
exits 0 "the world is whole" f world check "$world"
exits 0 "each piece has an outcome" f card overview "$world" --json
same "none waits" "$(json totals.awaiting)" 0
exits 6 "nothing waits any more" f card diff "$world"
exits 0 "status" f update status "$world" --json
same "it can be undone" "$(json mark)" can-undo

exits 0 "undo" f update undo "$world" --json
same "the tree is the one of the start" "$(undone)" "$start"
holds "what was there is in the trash" grep -q dawn "$worlds/$world"/.trash/update-*/lore/ferry.json
exits 6 "once" f update undo "$world"

# And again from there, cancelled, replaced, finished, undone.
exits 0 "start again" f update start "$world" "$work/v2.png"
exits 0 "cancel" f update cancel "$world"
same "nothing is left of it" "$(ls "$worlds/$world/.import/update" 2>/dev/null)" ""
exits 0 "start" f update start "$world" "$work/v1.png"
exits 0 "replace" f update start "$world" "$work/v2.png" --replace --off 1
same "what is off" "$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["entries_off"])' "$worlds/$world/.import/update/choices.json")" "[1, 5]"
exits 6 "asks" f update finish "$world"
exits 0 "finish" f update finish "$world"
exits 0 "undo" f update undo "$world"
# The copies of an update that was never finished were taken anew, so only the world itself is compared.
same "the tree of the start once more" "$(undone)" "$start"

# Somebody writes to the world.
exec 9>"$worlds/$world/.lock"
flock 9
exits 6 "busy" f update start "$world" "$work/v2.png" --json
same "its code" "$(json error.code)" busy
flock -u 9

# Without its card a world is none the worse (T-01)
rm -rf "$worlds/$world/.import"
exits 6 "no card" f card overview "$world" --json
same "its code" "$(json error.code)" no-card
exits 6 "no update" f update start "$world" "$work/v2.png"
exits 0 "the world still checks" f world check "$world"
exits 0 "status without a card" f update status "$world" --json
same "not from a card" "$(json fromCard)" false

ended
