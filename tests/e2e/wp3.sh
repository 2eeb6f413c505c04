#!/usr/bin/env bash
# Import without a model and the card tools, driven through the built command line alone, over the invented cards in
# $INVENTED_CARDS (written anew when nobody says where they are).
# W-434: every call runs in an empty network namespace where the system lets us make one.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
ficha=${FICHA:-$here/target/debug/ficha}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FICHA_CONFIG=$work/config
passed=0 failed=0
alone=()
if unshare -n true 2>/dev/null; then alone=(unshare -n); fi
echo "network: $([ ${#alone[@]} -gt 0 ] && echo none || echo 'as it is, no namespace can be made here')"

ok() { passed=$((passed + 1)); }
no() { failed=$((failed + 1)); echo "FAILED: $*"; [ -s "$work/err" ] && sed 's/^/    /' "$work/err" | head -5; }
# run CODE ARGUMENTS...: the call ends with that exit code; its output is in $work/out
run() {
  local wanted=$1 code; shift
  "${alone[@]}" "$ficha" "$@" --library "$lib" >"$work/out" 2>"$work/err"; code=$?
  if [ "$code" = "$wanted" ]; then ok; else no "exit $code, not $wanted: ficha $*"; fi
}
# has QUERY: jq says true of the output
has() { if jq -e "$1" "$work/out" >/dev/null 2>&1; then ok; else no "not so: $1 of $(head -c 300 "$work/out")"; fi; }
is() { if [ "$1" = "$2" ]; then ok; else no "$1 is not $2${3:+ ($3)}"; fi; }
there() { if [ -e "$1" ]; then ok; else no "$1 is missing"; fi; }
gone() { if [ ! -e "$1" ]; then ok; else no "$1 is there"; fi; }
# the files of a world with times, run ids and speeds taken out, as one hash
tree_hash() {
  (cd "$1" && find . -type f ! -name .lock ! -path './.checks/*' ! -name files.json ! -name 'source.*' | LC_ALL=C sort | while read -r file; do
    echo "$file"
    case $file in
      *.json) jq -S 'walk(if type == "object" then del(.at, .started_at, .finished_at, .updated_at, .created_at, .run, .seconds, .app_version) else . end)' "$file" ;;
      *) cat "$file" ;;
    esac
  done | sha256sum | cut -d' ' -f1)
}

lib=$work/library
cards=$work/cards
if [ -n "${INVENTED_CARDS:-}" ]; then
  cp -R "$INVENTED_CARDS" "$cards"
else
  (cd "$here" && cargo run -q -p ficha-testkit --bin import_cards -- "$cards") || exit 1
fi

# W-240, W-264: every invented card becomes a world; each piece has one outcome
printf '%-18s %-7s %-13s %s\n' card phase readiness counts
for card in "$cards"/*; do
  name=$(basename "$card")
  run 0 import run "$card" --no-model --name "$name" --json
  printf '%-18s %-7s %-13s %s\n' "$name" "$(jq -r .phase "$work/out")" "$(jq -r .readiness "$work/out")" \
    "$(jq -r '[.counts[] | select(.count > 0) | "\(.count) \(.name)"] | join(", ")' "$work/out")"
  has '.phase == "done" and .readiness == "needs-player" and (.problems | length) == 0 and .outcomes.awaiting == 0'
  world=$(jq -r .world "$work/out")
  pieces=$(jq '.pieces | length' "$lib/worlds/$world/.import/pieces.json")
  is "$(jq '[.outcomes[]] | add' "$work/out")" "$pieces" "outcomes of $name"
  gone "$lib/worlds/$world/.import/stage.json"
  run 0 world check "$world" --json
done
gone owned

# One card from three containers gives the same pieces (W-001)
hash_pieces() { jq -S '.pieces' "$lib/worlds/$1/.import/pieces.json" | sha256sum; }
is "$(hash_pieces plain-json)" "$(hash_pieces plain-v2-json)" "V2"
is "$(hash_pieces plain-json)" "$(hash_pieces plain-png)" "PNG"
there "$lib/worlds/plain-png/images/cover.png"

# A second import of the same card is the same world (W-247)
run 0 import run "$cards/entries-300.json" --no-model --name entries-300.json --json
second=$(jq -r .world "$work/out")
is "$second" entries-300-json-2
is "$(tree_hash "$lib/worlds/entries-300-json")" "$(tree_hash "$lib/worlds/$second")" "second import"
started=$(date +%s%N)
run 0 import run "$cards/entries-300.json" --no-model --name timed --json
took=$((($(date +%s%N) - started) / 1000000))
echo "300 entries: $took ms"
if [ "$took" -lt 5000 ]; then ok; else no "300 entries took $took ms"; fi

# A word of an entry that is off is nowhere but beside the card (W-006)
is "$(grep -rl gorsewhistle "$lib/worlds/switched-json" --include='*' | grep -v '/\.import/' | wc -l)" 0 "an entry that is off"
is "$(grep -rl thistlewick "$lib/worlds/switched-json/lore" | wc -l)" 1 "an entry that is on"

# Preview and choices
run 0 import preview "$cards/many.json" --json
has '.opening == 0 and (.entries | length) == 5 and ([.greetings[] | select(.blank)] | length) == 1'
run 0 import start "$cards/many.json" --name Chosen --off 2 --opening 3 --json
has '.phase == "ready"'
is "$(jq -c '[.entries_off, .opening]' "$lib/worlds/chosen/.import/choices.json")" '[[2],3]'
run 2 import start "$cards/many.json" --off 9
run 2 import start "$cards/many.json" --opening 2
echo "no card" >"$work/none.txt"
run 3 import preview "$work/none.txt"
# steps out of order, and steps that need a model
run 9 import survey chosen
run 6 import build chosen
run 6 import finish chosen --approve
run 6 import draft chosen keep
run 0 import resume chosen --json
has '.phase == "done"'
run 6 import resume chosen
run 6 import structure chosen

# Review: a decision whose edit leaves a thing held and placed, so the import ends in repair
run 0 import run "$cards/plain.json" --no-model --review --name Reviewed --json
has '.phase == "built"'
gone "$lib/worlds/reviewed/characters"
run 0 import review reviewed --json
has '(.documents | length) > 0 and .outcomes.awaiting == 0'
run 6 import finish reviewed
cat >"$work/bad.json" <<'J'
{"schema": "ficha-decisions/v1", "choices": [{"do": "drop", "ref": "characters/nobody"}]}
J
run 2 import review reviewed --apply "$work/bad.json"
gone "$lib/worlds/reviewed/.import/decisions.json"
for world in reviewed kept thrown; do
  [ $world = reviewed ] || run 0 import run "$cards/plain.json" --no-model --review --name $world --json
  run 0 import review $world --json
  # told to everyone and to one person: a person's edit no mending touches
  jq '{schema: "ficha-decisions/v1", choices: [
    (.documents[] | select(.ref == "lore/the-oil-store") | {do: "edit", ref, doc: (.doc + {scope: "everyone", known_by: ["characters/brennet-oake"]})}),
    {do: "drop", ref: "lore/the-fog-bell"},
    {do: "rename", ref: "characters/brennet-oake", name: "Brennet of the Lamp"}]}' "$work/out" >"$work/decisions.json"
  run 0 import review $world --apply "$work/decisions.json" --json
  run 8 import finish $world --approve --json
  has '.phase == "repair" and .readiness == "draft" and ([.problems[].code] == ["scope-known-by"])'
  gone "$lib/worlds/$world/lore/the-fog-bell.json"
  is "$(jq -r '.name + " / " + (.aliases | join(","))' "$lib/worlds/$world/characters/brennet-oake.json")" "Brennet of the Lamp / Brennet Oake"
  run 8 import draft $world
  run 9 import draft $world ask
done
# mended by hand: the write settles it (W-219)
jq 'del(.known_by)' "$lib/worlds/reviewed/lore/the-oil-store.json" >"$work/mended.json"
run 0 world set reviewed lore/the-oil-store --file "$work/mended.json"
run 0 import status reviewed --json
has '.phase == "done" and .kept == false and (.problems | length) == 0'
run 6 import draft reviewed keep
# kept with its problems
run 0 import draft kept keep --json
has '.phase == "done" and .kept == true and (.problems | length) == 1'
# set aside
run 0 import draft thrown discard
gone "$lib/worlds/thrown"
is "$(ls "$lib/.trash/worlds" | grep -c '^thrown-')" 1 "the trash"

# Two starts at once (W-022)
run 0 import start "$cards/plain.json" --name Busy --json
exec 9>"$lib/worlds/busy/.lock"
flock 9
run 6 import structure busy --json
has '.error.code == "busy"'
run 0 import status busy --json
has '.busy == true and .phase == "ready"'
flock -u 9
exec 9>&-
run 0 import structure busy --progress json
if grep -q '"step":"structure import"' "$work/err" || grep -q '"step": "structure import"' "$work/err"; then ok; else no "no progress was told"; fi

# Killed in the middle, then gone on with: the same world
run 0 import start "$cards/entries-300.json" --name Whole --json
run 0 import structure whole
reference=$(tree_hash "$lib/worlds/whole")
tried=0
for wait in 0.05 0.2 0.5 1 2; do
  rm -rf "$lib/worlds/whole"
  run 0 import start "$cards/entries-300.json" --name Whole --json
  { timeout -s KILL $wait "$ficha" import structure whole --library "$lib" >/dev/null 2>&1; } 2>/dev/null || true
  phase=$(jq -r .phase "$lib/worlds/whole/.import/state.json")
  [ "$phase" = done ] || run 0 import resume whole
  is "$(tree_hash "$lib/worlds/whole")" "$reference" "killed after $wait s in $phase"
  tried=$((tried + 1))
done
echo "kills: $tried"

# From a character of the library
run 0 library add "$cards/plain.png" --json
run 0 import run character/brennet-oake --no-model --name "From the library" --json
has '.phase == "done"'
is "$(hash_pieces from-the-library)" "$(hash_pieces plain-png)" "from the library"

# Sizes (W-002)
truncate -s 100000001 "$work/big.png"
run 4 import preview "$work/big.png" --json
has '.error.code == "limit" and (.error.message | test("100000000"))'

# The card behind a world
run 0 card overview many-json --json
has '([.totals[]] | add) == (.pieces | length)'
run 0 card search many-json "steers" --json
run 0 card read many-json entry:1 --json
run 0 card origin many-json characters/the-corrie-crossing --json

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
