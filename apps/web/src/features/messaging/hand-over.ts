/** Moves the focus from a button that its action removes to its message, or to its item in the outbox list. */
export function handOver(pressed: HTMLElement): void {
  pressed.closest<HTMLElement>('[data-row], li')?.focus({ preventScroll: true });
}
