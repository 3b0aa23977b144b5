import { eachAlone } from '@heartline/platform';
import { evidenceIdOf } from './safety.model.ts';
import type { SafetyContext } from './safety-context.ts';

type Context = Pick<SafetyContext, 'collections' | 'clock'>;

/** Longer than a report takes, with a margin for clock differences. */
const LOOSE_MS = 60 * 60_000;

/** Marks the picture, if stored, as needed by a case. */
export async function holdEvidence({ collections }: Context, _id: string): Promise<void> {
  await collections.evidence.updateOne({ _id }, { $unset: { looseAt: 1 } });
}

/**
 * Removes the pictures of reports that were interrupted before their case was stored, and holds those with a
 * case. Safe to repeat and to interrupt; a picture that a repeated report stores meanwhile stays. Returns the
 * number of removed pictures.
 */
export async function sweepEvidence(context: Context): Promise<number> {
  const { cases, evidence } = context.collections;
  const looseAt = { $lt: context.clock.now() - LOOSE_MS };
  let removed = 0;
  await eachAlone(evidence.find({ looseAt }, { projection: { case: 1 } }), async ({ _id, case: of = '' }) => {
    const row = await cases.findOne({ _id: of });
    if (row && evidenceIdOf(row) === _id) await holdEvidence(context, _id);
    else removed += (await evidence.deleteMany({ _id, looseAt })).deletedCount;
  });
  return removed;
}
