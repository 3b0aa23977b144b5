import { documentsOf, everyDocument } from '../read-in-batches.ts';
import type { Audit } from './audit.ts';
import type { Violation } from './violation.ts';

interface SessionDoc {
  _id: string;
  member: string;
  expiresAt: number;
}

/**
 * A1, as far as the database shows it: no session belongs to an account that is disabled, deleted or gone.
 */
export async function* checkSessions(audit: Audit): AsyncGenerator<Violation> {
  for await (const batch of everyDocument<SessionDoc>(audit, 'sessions', ['member', 'expiresAt'])) {
    const sessions = batch.filter(({ expiresAt }) => expiresAt > audit.now);
    const accounts = await documentsOf<{ _id: string; status: string }>(
      audit,
      'accounts',
      sessions.map(({ member }) => member),
      ['status'],
    );
    for (const { _id, member } of sessions) {
      const status = accounts.get(member)?.status ?? 'gone';
      if (status === 'active' || status === 'not_confirmed') continue;
      yield { invariant: 'A1', subject: _id.slice(0, 8), detail: `the account of ${member} is ${status}` };
    }
  }
}
