# What the scripts of this folder share: the built program, a folder of their own, counting what holds. They are told
# the program in $FICHA (else target/debug/ficha), drive it alone, and end with `N passed, N failed`.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ficha=${FICHA:-$here/../../target/debug/ficha}
[ -x "$ficha" ] || { echo "$ficha is not built" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# No settings and no library of the person who runs this.
export FICHA_CONFIG=$work/config HOME=$work/home XDG_CONFIG_HOME=$work/home/config XDG_DATA_HOME=$work/home/data FICHA_LIBRARY=$work/library
mkdir -p "$HOME"
passed=0
failed=0

# pass WHAT, fail WHAT: one thing that holds, or does not.
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAILED: $*" >&2; }

# exits CODE WHAT COMMAND...: the command ends with that exit code; its output is in $work/out and $work/err.
exits() {
  local wanted=$1 what=$2 got=0
  shift 2
  "$@" >"$work/out" 2>"$work/err" || got=$?
  if [ "$got" = "$wanted" ]; then pass; else
    fail "$what: exit $got, not $wanted"
    head -c 2000 "$work/out" "$work/err" >&2
  fi
}

# says WORD WHAT: the last output has that text in it.
says() { if grep -qF -- "$1" "$work/out" "$work/err"; then pass; else fail "$2: no $1"; head -c 2000 "$work/out" "$work/err" >&2; fi; }

# same WHAT ONE OTHER: two texts are equal.
same() { if [ "$2" = "$3" ]; then pass; else fail "$1: $2 is not $3"; fi; }

# holds WHAT COMMAND...: the command succeeds.
holds() { local what=$1; shift; if "$@" >/dev/null 2>&1; then pass; else fail "$what"; fi; }

# json FILTER: a value of the last output, by a path of keys and numbers with dots between.
json() { python3 -c 'import json,sys
value=json.load(open(sys.argv[1]))
for key in filter(None, sys.argv[2].split(".")): value=value[int(key)] if isinstance(value, list) else value[key]
print(value if isinstance(value, str) else json.dumps(value))' "$work/out" "$1"; }

# tree FOLDER: one hash of all files below it, names and bytes, without locks.
tree() { (cd "$1" && find . -type f ! -name lock ! -name .lock ! -name 'index.sqlite*' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1); }

# ended: the last line of a script.
ended() { echo "$passed passed, $failed failed"; [ "$failed" = 0 ]; }
