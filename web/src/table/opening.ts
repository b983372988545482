// Tables that this page has just set up: whoever comes to them sees the first deal dealt, and not only what it has brought.
let made = '';

/** A table was set up here. */
export const setUp = (id: string): void => void (made = id);

/** Whether a table was just set up here; asked once, when one comes to it. */
export function justSetUp(id: string): boolean {
  const here = made === id;
  made = '';
  return here;
}
