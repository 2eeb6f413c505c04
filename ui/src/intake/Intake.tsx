// The import review.
export function Intake() {
  return null;
}
