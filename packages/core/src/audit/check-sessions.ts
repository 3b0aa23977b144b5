import type { Mongo } from '@heartline/platform';
import type { Violation } from './violation.ts';

/** A1 as far as the store shows it: no session belongs to an account that is disabled, deleted or gone. */
export async function* checkSessions(mongo: Mongo, now: number): AsyncGenerator<Violation> {
  const accounts = mongo.connection.collection<{ _id: string; status: string }>('accounts');
  const sessions = mongo.connection.collection<{ _id: string; member: string; expiresAt: number }>(
    'sessions',
  );
  for await (const session of sessions.find({ expiresAt: { $gt: now } })) {
    const account = await accounts.findOne({ _id: session.member });
    if (!account || account.status === 'disabled' || account.status === 'deleted') {
      yield { invariant: 'A1', subject: session._id, detail: `the account is ${account?.status ?? 'gone'}` };
    }
  }
}
