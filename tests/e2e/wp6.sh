#!/usr/bin/env bash
# Checks of worlds: ten good ones are clean, one is broken in many ways and each is named, new and gone over three runs,
# what cannot run is told, nothing of it leaves in an archive, and a thousand documents are checked soon.
. "$(dirname "$0")/common.sh"
good=$here/../../crates/ficha-testkit/worlds
c() { "$ficha" check "$@"; }

# False alarms: the good worlds raise neither error nor warning.
cp -r "$good" "$work/good"
count=0
for world in "$work"/good/*; do
  exits 0 "$(basename "$world") is clean" c "$world" --deny-warnings
  count=$((count + 1))
done
same "ten good worlds" "$count" 10

# Every line: CODE, SEVERITY, CHECK, and edits of the world in Python. `s` sets a member, `u` takes one out, `f` takes
# a file out, `b` writes bytes.
cat >"$work/breaks" <<'LINES'
no-player warning startable s(TAM, "playable", False)
world-file error startable b("world.json", b"{")
file-unreadable error startable b(TAM, b'{"name": "A", "name": "B"}')
file-too-big error startable b("lore/rules.json", b" " * ((1 << 20) + 1))
bad-id error startable b("places/a b.json", b'{"name": "A"}')
id-clash error startable b("places/Lantern-quay.json", b'{"name": "A"}')
field-missing error startable u(TAM, "name")
field-type error startable s(TAM, "playable", "yes")
field-range error startable s(TAM, "pronouns", "x" * 41)
dangling error startable s(TAM, "start", "nowhere")
no-place error startable f(QUAY); f(MILL)
place-loop error startable s(QUAY, "parent", "drowned-mill"); s(MILL, "parent", "lantern-quay")
way-self error startable s(QUAY, "ways", [{"to": "lantern-quay"}])
way-twice error startable s(QUAY, "ways", [{"to": "drowned-mill"}, {"to": "drowned-mill"}])
held-and-placed error startable s(KEY, "at", "lantern-quay")
edge-self error startable s("relationships.json", "relationships", [{"from": "tam-reed", "to": "tam-reed", "kind": "x"}])
edge-twice error startable s("relationships.json", "relationships", [{"from": "tam-reed", "to": "orla-fenwick", "kind": "x"}] * 2)
scope-known-by error startable s("lore/the-light-tax.json", "known_by", ["characters/tam-reed"])
value-unknown error startable s(TAM, "values", {"debt": 1})
value-range error startable s(TAM, "values", {"tax_paid": "no"})
value-subject error startable s(ORLA, "values", {"tax_paid": True})
command-twice error startable s("commands.json", "commands", [{"word": "summon", "description": "x"}, {"word": "Summon", "description": "x"}])
trigger-start error startable s("triggers.json", "triggers", [{"id": "a", "name": "A", "when": {}, "effect": {"kind": "move", "character": "tam-reed", "place": "lantern-quay"}}])
image-path error startable s(TAM, "portrait", "images/../x.png")
prompt-slot error own-prompts b("prompts/en/roleplay/mood.md", b"x")
prompt-long error own-prompts b("prompts/en/roleplay/standing.md", b"x" * 12001)
prompt-placeholder error own-prompts b("prompts/en/roleplay/style.md", b"${who}")
prompt-encoding error own-prompts b("prompts/en/roleplay/style.md", b"caf\xe9")
prompt-braces error own-prompts b("prompts/en/roleplay/style.md", b"Be {{char}}.")
unread warning unread-fields s(TAM, "mood", "dry")
name-clash warning name-clash s(TAM, "aliases", ["The Keeper"])
duplicate-values warning duplicate-values s("variables.json", "variables", [{"key": "hp", "label": "HP", "type": "number", "of": "world", "default": 1, "change": "x"}, {"key": "life", "label": "Life", "type": "number", "of": "world", "default": 1, "change": "x"}]); u(TAM, "values"); f("triggers.json")
one-way info lint s(MILL, "ways", [])
unreachable-place warning lint b("places/cellar.json", b'{"name": "Cellar", "description": "Dark."}')
dead-end info lint s(MILL, "ways", [])
thing-nowhere info lint u(KEY, "held_by")
knows-unheld info lint u(KEY, "held_by")
unused-command warning lint f("triggers.json")
trigger-never warning lint s("triggers.json", "triggers", [{"id": "a", "name": "A", "when": {"value": {"key": "lamps_lit", "op": "<", "to": 0}}, "effect": {"kind": "move", "character": "tam-reed", "place": "lantern-quay"}}])
trigger-at-start info lint s("triggers.json", "triggers", [{"id": "a", "name": "A", "when": {"value": {"key": "lamps_lit", "op": "==", "to": 40}}, "effect": {"kind": "move", "character": "tam-reed", "place": "lantern-quay"}}])
faction-empty info lint s("factions/millers-guild.json", "members", [])
missing-picture warning lint f("images/cover.png")
stray-file info lint b("notes.txt", b"x")
lore-keywordless info lint s("lore/the-light-tax.json", "keywords", []); s("lore/the-light-tax.json", "about", [])
no-start error first-scene u(TAM, "start")
no-way-out warning first-scene s(MILL, "ways", [{"to": "lantern-quay", "hidden": True}])
empty-scene warning first-scene u(ORLA, "start")
bare-scene warning first-scene u(MILL, "description")
no-cast info cast f(TAM); f(ORLA)
thin warning cast b("characters/guest.json", b'{"name": "Guest", "goals": "Tea."}')
no-behaviour warning cast u(TAM, "personality"); u(TAM, "goals")
strangers warning cast f("relationships.json")
no-goals info cast u(TAM, "goals")
very-long info cast s(TAM, "background", "x" * 20001)
bare-start warning places u(QUAY, "description")
same-description info places s(QUAY, "description", "A place."); s(MILL, "description", "a  place.")
no-description warning about-itself u("world.json", "description")
no-opening warning about-itself u("world.json", "opening"); u("world.json", "alternate_openings")
left-over error about-itself s("world.json", "opening", "Hello [PLAYER].")
other-script info about-itself s("world.json", "language", "ru")
LINES
cat >"$work/break.py" <<'P'
import json, os, shutil, subprocess, sys
ficha, good, folder, lines = sys.argv[1:5]
TAM, ORLA = "characters/tam-reed.json", "characters/orla-fenwick.json"
QUAY, MILL, KEY = "places/lantern-quay.json", "places/drowned-mill.json", "things/brass-key.json"
def at(path): return os.path.join(folder, path)
def b(path, data):
    os.makedirs(os.path.dirname(at(path)), exist_ok=True)
    open(at(path), "wb").write(data)
def change(path, act):
    value = json.load(open(at(path)))
    act(value)
    b(path, json.dumps(value, ensure_ascii=False).encode())
def s(path, key, new): change(path, lambda value: value.__setitem__(key, new))
def u(path, key): change(path, lambda value: value.pop(key))
def f(path): os.remove(at(path))
named = 0
for line in open(lines):
    code, severity, check, edits = line.rstrip("\n").split(" ", 3)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(good, folder)
    exec(edits)
    ran = subprocess.run([ficha, "check", folder, "--json"], capture_output=True, text=True)
    report = json.loads(ran.stdout)
    found = {(finding["code"], finding["severity"], row["id"]) for row in report["checks"] for finding in row["findings"]}
    exit_code = 7 if report["counts"]["error"] else 0
    if (code, severity, check) in found and ran.returncode == exit_code and (severity != "error" or exit_code == 7):
        named += 1
    else:
        print("FAILED:", code, severity, check, "exit", ran.returncode, sorted(found), file=sys.stderr)
print(named)
P
wanted=$(wc -l <"$work/breaks")
named=$(python3 "$work/break.py" "$ficha" "$good/lantern-quay" "$work/broken" "$work/breaks")
passed=$((passed + named))
same "every break is named" "$named" "$wanted"
echo "broken in $wanted ways, $named named"

# New and gone over three runs; the same again in another language.
world=$FICHA_LIBRARY/worlds/lantern-quay
mkdir -p "$FICHA_LIBRARY/worlds"
cp -r "$good/lantern-quay" "$world"
python3 - "$world/world.json" <<'P'
import json, sys
value = json.load(open(sys.argv[1])); value["tags"] = []
json.dump(value, open(sys.argv[1], "w"), ensure_ascii=False)
P
exits 0 "the first run" c world/lantern-quay --json
first=$(json new)
same "everything is new" "$(python3 -c 'import json,sys; print(len(json.loads(sys.argv[1])))' "$first")" 1
exits 0 "the same again" c world/lantern-quay --json --language zh
same "nothing is new in another language" "$(json new) $(json gone)" "[] []"
cp "$world/characters/tam-reed.json" "$work/tam.json"
python3 - "$world/characters/tam-reed.json" <<'P'
import json, sys
value = json.load(open(sys.argv[1])); value["start"] = "nowhere"; value["portrai"] = "x"
json.dump(value, open(sys.argv[1], "w"), ensure_ascii=False)
P
exits 7 "broken" c world/lantern-quay --json
new=$(json new)
same "two are new" "$(python3 -c 'import json,sys; print(len(json.loads(sys.argv[1])))' "$new")" 2
cp "$work/tam.json" "$world/characters/tam-reed.json"
exits 0 "mended" c world/lantern-quay --json
same "nothing is new" "$(json new)" "[]"
same "those two are gone" "$(python3 -c 'import json,sys; print(sorted(row["key"] for row in json.load(open(sys.argv[1]))["gone"]) == sorted(json.loads(sys.argv[2])))' "$work/out" "$new")" True

# What is remembered, and what is told of checks that did not run.
# K-34
same "the report" "$(python3 -c 'import json,sys; print(sorted(json.load(open(sys.argv[1]))))' "$work/out")" "['at', 'checks', 'counts', 'deep', 'gone', 'new', 'readiness', 'version', 'world']"
exits 0 "show" c show lantern-quay --json
same "what is shown" "$(json counts.info)" 1
exits 0 "show by address" c show world/lantern-quay
exits 0 "one kit" c world/lantern-quay --kit quality --json
same "its checks" "$(python3 -c 'import json,sys; print({row["kit"] for row in json.load(open(sys.argv[1]))["checks"]})' "$work/out")" "{'quality'}"
exits 0 "deep" c world/lantern-quay --deep
says no-model "nobody to ask"
says no-card "no card"
exits 0 "not deep" c world/lantern-quay --deep=decision
says not-deep "judged ones are not run"
exits 0 "a newer card" c world/lantern-quay --card-version new
says no-update "none waits"
exits 0 "list" c list --json
says world-gaps "declared ones are listed"
exits 2 "no such kit" c world/lantern-quay --kit taste
exits 2 "no such world" c world/nowhere
exits 2 "a world and a file at once" c world/lantern-quay "$work/tam.json"
exits 2 "nothing of a world is mended at once" c world/lantern-quay --fix -o "$work/x"
# K-32
printf '{"schema":"other/v9"}' >"$world/.checks/results.json"
exits 0 "another program's results" c world/lantern-quay
holds "they are set aside" sh -c "grep -l other/v9 '$world'/.checks/results.json.*"
# K-33
exits 0 "export" "$ficha" world export lantern-quay -o "$work/quay.zip"
same "nothing of it in an archive" "$(python3 -c 'import sys,zipfile; print([n for n in zipfile.ZipFile(sys.argv[1]).namelist() if "/." in n or n.startswith(".")])' "$work/quay.zip")" "[]"

# A thousand documents.
python3 - "$good/lantern-quay" "$work/large" <<'P'
import json, os, shutil, sys
good, folder = sys.argv[1:]
shutil.copytree(good, folder)
words = [f"word{chr(97 + n % 26)}{n}" for n in range(4000)]
def text(seed, count): return " ".join(words[(seed * 31 + at * 7) % 4000] for at in range(count))
def put(path, value): json.dump(value, open(os.path.join(folder, path), "w"))
for n in range(250):
    put(f"places/x{n}.json", {"name": f"Place {n}", "description": text(n, 60), "ways": [{"to": f"x{(n + 1) % 250}"}, {"to": "lantern-quay"}]})
    put(f"characters/x{n}.json", {"name": f"Person {n}", "description": text(n + 9, 120), "goals": text(n, 20), "start": f"x{n}"})
    put(f"things/x{n}.json", {"name": f"Thing {n}", "description": text(n + 3, 30), "at": f"x{n}"})
    put(f"lore/x{n}.json", {"title": f"Lore {n}", "text": text(n + 5, 200), "scope": "everyone", "keywords": ["x"]})
P
began=$(date +%s%N)
exits 0 "a thousand documents" c "$work/large" --json
echo "1,000 documents: $(python3 -c 'import json,sys; print(round(sum(row["seconds"] for row in json.load(open(sys.argv[1]))["checks"]), 3))' "$work/out") s of checks, $((($(date +%s%N) - began) / 1000000)) ms in all"
ended
