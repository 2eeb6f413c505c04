#!/usr/bin/env bash
# Pictures a card points to, through the built program and its own policy of addresses: nothing on this machine or in a
# private network is ever asked, whatever its spelling, and an import ends the same. Then what worlds take from chat
# apps: a preset word for word, a lorebook as a world book.
. "$(dirname "$0")/common.sh"

# A listener that counts who comes, on a port of its own and, where this user may, on the ports of the web.
python3 - "$work" <<'P' &
import socket, sys, threading
work = sys.argv[1]
ports = []
for wanted in (0, 80, 443):
    try:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", wanted))
        listener.listen(64)
    except OSError:
        continue
    ports.append(listener.getsockname()[1])
    def serve(listener=listener):
        while True:
            came, _ = listener.accept()
            with open(f"{work}/came", "a") as out:
                out.write("x")
            came.close()
    threading.Thread(target=serve, daemon=True).start()
open(f"{work}/ports.new", "w").write(" ".join(map(str, ports)))
import os
os.rename(f"{work}/ports.new", f"{work}/ports")
threading.Event().wait()
P
listener=$!
trap 'kill $listener 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do [ -e "$work/ports" ] && break; sleep 0.1; done
read -r port rest <"$work/ports"

card() { # card FILE: one whose texts name every kind of address that is not to be asked
  python3 - "$work/$1" "$port" <<'P'
import json, sys
port = sys.argv[2]
addresses = [
    f"http://127.0.0.1:{port}/a.png", "http://127.0.0.1/b.png", "http://localhost/c.png", f"http://localhost:{port}/d.png",
    "http://0x7f.1/e.png", "http://2130706433/f.png", "http://017700000001/g.png", "http://127.1/h.png", "http://[::1]/i.png",
    "http://[::ffff:127.0.0.1]/j.png", "http://0.0.0.0/k.png", "http://10.0.0.1/l.png", "http://192.168.1.1/m.png",
    "http://169.254.169.254/latest/meta-data", "http://user@127.0.0.1/n.png", "https://127.0.0.1/o.png",
]
data = {"name": "Orla Fenwick", "description": "She keeps the light. " + " ".join(addresses), "first_mes": "Rain.",
        "creator_notes": "ftp://127.0.0.1/p.png file:///etc/passwd", "extensions": {"css": f"url(http://127.0.0.1:{port}/q.png)"}}
json.dump({"spec": "chara_card_v3", "spec_version": "3.0", "data": data}, open(sys.argv[1], "w"))
P
}

card asked.json
exits 0 "an import that asks for pictures" "$ficha" import run "$work/asked.json" --no-model --pictures --json
world=$FICHA_LIBRARY/worlds/orla-fenwick
holds "there is a record of the addresses" test -s "$world/.import/pictures.json"
outcomes=$(python3 -c 'import json,sys
items=json.load(open(sys.argv[1]))["items"]
print(len(items), *sorted({item["outcome"] for item in items}), any(item["may_pass"] for item in items))' "$world/.import/pictures.json")
same "every address was refused" "$outcomes" "17 refused False"
same "nobody came" "$(cat "$work/came" 2>/dev/null)" ""
same "no picture was kept" "$(find "$world/images/library" -type f 2>/dev/null | wc -l)" 0
exits 0 "the import is done" "$ficha" import status orla-fenwick --json
same "and says so" "$(json phase)" done

exits 0 "an import that does not ask" "$ficha" import run "$work/asked.json" --no-model --json
holds "leaves no record" test ! -e "$FICHA_LIBRARY/worlds/orla-fenwick-2/.import/pictures.json"
same "and asked nobody" "$(cat "$work/came" 2>/dev/null)" ""

# W-435. A picture card: neither its picture in the world nor the archive of the world holds the card.
exits 0 "a picture card" "$ficha" import run "$here/../../samples/edge/07-chara-before-pixels.png" --name Pictured --no-model --json
pictured=$FICHA_LIBRARY/worlds/pictured
holds "its picture is the cover" test -s "$pictured/images/cover.png"
same "without the card" "$(find "$pictured/images" -name '*.png' -exec grep -l -a -E 'ccv3|chara|tEXt' {} + | wc -l)" 0
exits 0 "its archive" "$ficha" world export pictured -o "$work/pictured.zip"
same "holds no card" "$(python3 -c 'import sys,zipfile
archive=zipfile.ZipFile(sys.argv[1])
print(sum(mark in archive.read(name) for name in archive.namelist() for mark in (b"ccv3", b"tEXt", b"chara_card")))' "$work/pictured.zip")" 0

# A preset, word for word, and the style before it in the trash.
cat >"$work/preset.json" <<'J'
{"prompts": [{"identifier": "main", "name": "Main", "content": "Write {{char}}'s reply."}, {"identifier": "tone", "name": "Tone", "content": "Dry."}],
 "prompt_order": [{"character_id": 100001, "order": [{"identifier": "tone", "enabled": true}, {"identifier": "main", "enabled": true}]}], "temperature": 0.7}
J
exits 0 "a preset is applied" "$ficha" preset apply "$work/preset.json" --world orla-fenwick --word-for-word --json
same "word for word, made inert" "$(cat "$world/prompts/zh/roleplay/style.md")" "Dry.

Write { {char}}'s reply."
same "with its sampling" "$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["sampling"])' "$world/world.json")" "{'temperature': 0.7}"
exits 0 "a second time" "$ficha" preset apply "$work/preset.json" --world orla-fenwick --prompts tone --json
holds "the style before is in the trash" test -s "$world/.trash/$(json trashed)/prompts/en/roleplay/style.md"
python3 -c 'import json,sys; json.dump({"prompts": [{"identifier": "a", "name": "a", "content": "x" * 100001}]}, open(sys.argv[1], "w"))' "$work/long.json"
before=$(tree "$world")
exits 4 "a style that is too long" "$ficha" preset apply "$work/long.json" --world orla-fenwick
same "changes nothing" "$(tree "$world")" "$before"

cat >"$work/book.json" <<'J'
{"entries": {"0": {"uid": 0, "key": ["tax"], "comment": "Light tax", "content": "A coin a lamp, {{user}}."}, "1": {"uid": 1, "key": [], "comment": "Off", "content": "x", "disable": true}}}
J
exits 0 "a lorebook becomes a world book" "$ficha" lorebook import "$work/book.json" --name "The quay" --json
same "with the entries that are on" "$(json row.entries)" 1
holds "in the player's word" grep -qF "A coin a lamp, the player." "$FICHA_LIBRARY/lorebooks/the-quay/entries/light-tax.json"
exits 0 "and is listed" "$ficha" lorebook list --json
same "by its name" "$(json 0.name)" "The quay"

ended
