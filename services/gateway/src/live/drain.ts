import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from 'socket.io';
import type { LiveSocket } from './handle-event.ts';

/** A place that is being left: nobody new is let in, calls are answered still, and sockets go elsewhere. */
export interface Drain {
  isOn(): boolean;
  /** Rejects once it is on: what readiness asks, so that no more visitors are sent here. */
  check(): Promise<void>;
  /**
   * Closes every socket within `withinMs`, spread at random to protect the other gateways. Each socket closes after its
   * events are answered, and its client connects to another gateway. The client’s outbox repeats unanswered messages under
   * the same key.
   */
  start(io: Server, withinMs: number): Promise<void>;
}

/** The part of Engine.IO, below Socket.IO, that is used here. */
interface Engine {
  clients: Record<string, { close(): void }>;
}

/** The last part of the time is for answers that take long. */
const SPREAD = 2 / 3;
const LOOK_EVERY_MS = 20;

export function createDrain(random: () => number = Math.random): Drain {
  let isOn = false;
  return {
    isOn: () => isOn,
    check: async () => {
      if (isOn) throw new Error('ending; sockets move to other gateways');
    },
    async start(io, withinMs) {
      isOn = true;
      if (withinMs === 0) return;
      const deadline = performance.now() + withinMs;
      const members = [...io.of('/').sockets.values()] as unknown as LiveSocket[];
      const byConnection = new Map<unknown, LiveSocket>(members.map((socket) => [socket.conn, socket]));
      // Operators' sockets and those nobody was let in on yet move too.
      const connections = Object.values((io.engine as unknown as Engine).clients);
      const moved = connections.map(async (connection) => {
        await sleep(random() * withinMs * SPREAD);
        await answered(byConnection.get(connection), deadline);
        // Below Socket.IO: its own goodbye would tell the client to stay away.
        connection.close();
      });
      // Load balancers poll readiness. Answer calls until they have seen it.
      await Promise.all([...moved, sleep(withinMs * SPREAD)]);
    },
  };
}

async function answered(socket: LiveSocket | undefined, deadline: number): Promise<void> {
  const isBusy = () => socket?.connected === true && socket.data.answering > 0;
  while (isBusy() && performance.now() < deadline) {
    await sleep(LOOK_EVERY_MS);
  }
}
