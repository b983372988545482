// Values stored in the browser. Nothing secret is stored; if storage isn't allowed, nothing is.

/** A stored value, or `instead` if there is none that `ok` accepts. */
export function load<T>(key: string, instead: T, ok: (value: unknown) => value is T): T {
  try {
    const text = localStorage.getItem(`prial.${key}`);
    const value: unknown = text === null ? undefined : JSON.parse(text);
    return ok(value) ? value : instead;
  } catch {
    return instead;
  }
}

/** Keeps a value, if the browser lets us. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`prial.${key}`, JSON.stringify(value));
  } catch {
    // A private window may refuse; then the value only lasts until the page is closed
  }
}
