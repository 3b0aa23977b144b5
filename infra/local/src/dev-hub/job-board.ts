import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { QUEUE_NAMES, type Queues } from '@heartline/platform';
import type { FastifyInstance } from 'fastify';
import { TOKENS } from '../pages/style.ts';

/** bull-board asks Google for a font, which tells others that it is looked at. The fonts of the machine do. */
const FROM_HERE =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** bull-board under /queues: every job, waiting, done and failed, in our colours and with a way back. */
export async function addJobBoard(app: FastifyInstance, queues: Queues): Promise<void> {
  const adapter = new FastifyAdapter();
  adapter.setBasePath('/queues');
  createBullBoard({
    queues: QUEUE_NAMES.map((name) => new BullMQAdapter(queues.queue(name))),
    serverAdapter: adapter,
    options: {
      uiConfig: {
        boardTitle: 'Heartline jobs',
        miscLinks: [{ text: 'Back to the hub', url: '/' }],
        hideDocsLink: true,
        theme: { light: look(0), dark: look(1) },
      },
    },
  });
  await app.register(
    async (board) => {
      board.addHook('onSend', async (_request, reply) => {
        reply.header('content-security-policy', FROM_HERE);
      });
      await board.register(adapter.registerPlugin());
    },
    { prefix: '/queues' },
  );
}

/** Our colours under the names of bull-board. */
function look(mode: 0 | 1) {
  const of = (token: keyof typeof TOKENS): string => TOKENS[token][mode];
  return {
    background: of('paper'),
    foreground: of('ink'),
    card: of('card'),
    popover: of('card'),
    primary: of('pulse'),
    'primary-foreground': of('on-pulse'),
    secondary: of('sunk'),
    'secondary-foreground': of('ink'),
    muted: of('sunk'),
    'muted-foreground': of('ink-2'),
    accent: of('pulse-soft'),
    'accent-foreground': of('ink'),
    destructive: of('pulse'),
    border: of('line'),
    input: of('line'),
    ring: of('sky'),
    radius: '10px',
    'font-sans': "Figtree, system-ui, -apple-system, 'Segoe UI', sans-serif",
    sidebar: of('sunk'),
    'sidebar-foreground': of('ink'),
    'sidebar-primary': of('pulse'),
    'sidebar-primary-foreground': of('on-pulse'),
    'sidebar-accent': of('pulse-soft'),
    'sidebar-border': of('line'),
    'status-completed': of('leaf'),
    'status-failed': of('pulse'),
    'status-waiting': of('amber'),
    'status-active': of('sky'),
  };
}
