// The library place.
export function Library() {
  return null;
}
