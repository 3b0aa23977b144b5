/**
 * Writes into a store of this browser (`localStorage`, `sessionStorage`). One that is full or closed takes nothing: the page
 * then goes on with what it holds itself, as it does where nothing was ever stored.
 */
export function keepIn(store: Storage, name: string, value: string): void {
  try {
    store.setItem(name, value);
  } catch {
    // What is kept here is a courtesy to the next visit.
  }
}
