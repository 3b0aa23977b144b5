/** How many messages of the member have not left this browser; messaging knows, who signs out asks. */
let count: () => Promise<number> = async () => 0;

/** Says how to count them, from now on. Returns how to stop. */
export function sayUnsent(how: () => Promise<number>): () => void {
  count = how;
  return () => {
    if (count === how) count = async () => 0;
  };
}

/** What would be lost if this browser forgot the member now. */
export const countUnsent = () => count();
