/** A button that goes with what it decides: its focus goes to the message it is of, also in the list of all that wait. */
export function handOver(pressed: HTMLElement): void {
  pressed.closest<HTMLElement>('[data-row], li')?.focus({ preventScroll: true });
}
