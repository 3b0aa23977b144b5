/** What a scenario must know of the running house; `npm run load` writes it, scenarios read it. */
export interface WorldFile {
  gateways: { origin: string; address: string }[];
  /** Paths and event names of the contracts, which k6 cannot import. */
  names: {
    logIn: string;
    focusChanged: string;
    messageSend: string;
    messageCreated: string;
    conversationRead: string;
    conversationReceive: string;
    conversationDelivered: string;
    conversationType: string;
    chats: string;
    messages: string;
    search: string;
    like: string;
    payment: string;
  };
  /** Members with credits, two by two: the first of each pair writes to the second and back. */
  members: { id: string; email: string; password: string; session?: string }[];
  /** True where a pretend provider takes payments: without it nobody buys. */
  canPay: boolean;
}

/**
 * Addresses of gateways whose names nobody can look up, for `hosts` of k6. The others are left to the name service: k6
 * takes a name that stands for itself for this machine.
 */
export function hostsOf(gateways: WorldFile['gateways']): Record<string, string> {
  return Object.fromEntries(
    gateways
      .map(({ origin, address }) => [hostIn(origin), hostIn(address)] as const)
      .filter(([name, address]) => name !== address),
  );
}

/** k6 knows no `URL`. */
function hostIn(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
}
