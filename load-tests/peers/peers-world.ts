/** What the command tells the adapter, which runs in the bench's process. */
export interface PeersWorld {
  /** Name of the event that sends. */
  event: string;
  members: { id: string; cookie: string; endpoint: { address: string; origin: string } }[];
  serverPids: number[];
  dbPids: number[];
  /** Address that counts rows in the store: `POST { run, first }` → `{ rows, distinct }`. */
  control: string;
}
