/** A button that goes with what it decides: its focus goes to the message it is of, or the dialog all of them are in. */
export function handOver(pressed: HTMLElement): void {
  pressed.closest<HTMLElement>('[data-row], [role=dialog]')?.focus({ preventScroll: true });
}
