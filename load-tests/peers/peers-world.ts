/** Facts that the command passes to the adapter, which runs in the process of the bench. */
export interface PeersWorld {
  /** Name of the event that sends. */
  event: string;
  members: { id: string; cookie: string; endpoint: { address: string; origin: string } }[];
  serverPids: number[];
  dbPids: number[];
  /** URL that counts rows in the store: `POST { run, first }` → `{ rows, distinct }`. */
  control: string;
}
