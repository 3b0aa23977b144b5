/** What a scenario must know of the running house; `load.ts` writes it, scenarios read it. */
export interface WorldFile {
  gateways: { origin: string; address: string }[];
  /** Path and event names of the contracts, which k6 cannot import. */
  names: { logIn: string; messageSend: string; messageCreated: string };
  /** Members with credits, two by two: the first of each pair writes to the second and back. */
  members: { id: string; email: string; password: string }[];
}
