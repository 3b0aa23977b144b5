/** Facts about the running app for a scenario. `npm run load` writes the file, scenarios read it. */
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
  /** Members with credits, in pairs: the two of a pair write to each other. */
  members: { id: string; email: string; password: string; session?: string }[];
  /** True if a stub of the payment provider takes payments. Otherwise no member buys. */
  canPay: boolean;
}

/**
 * Addresses of gateways whose names DNS does not know, for `hosts` of k6. All other names go to DNS, since k6 would
 * resolve a name mapped to itself to this machine.
 */
export function hostsOf(gateways: WorldFile['gateways']): Record<string, string> {
  return Object.fromEntries(
    gateways
      .map(({ origin, address }) => [hostIn(origin), hostIn(address)] as const)
      .filter(([name, address]) => name !== address),
  );
}

/** k6 has no `URL`. */
function hostIn(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
}
