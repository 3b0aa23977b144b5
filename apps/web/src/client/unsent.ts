/** How many messages of the member have not left this browser; messaging knows, who signs out asks. */
let count = () => 0;

/** Says how to count them, from now on. Returns how to stop. */
export function sayUnsent(how: () => number): () => void {
  count = how;
  return () => {
    if (count === how) count = () => 0;
  };
}

/** What would be lost if this browser forgot the member now, as far as this page knows: nobody waits for it to log out. */
export const countUnsent = () => count();
