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
