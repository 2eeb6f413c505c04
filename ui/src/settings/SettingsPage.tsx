// The settings.
export function SettingsPage() {
  return null;
}
