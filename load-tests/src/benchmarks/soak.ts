import { PLANS, type RunPlan } from '../../lib/plan.ts';
import { ownWorld } from '../load/open-world.ts';
import { measure } from '../load/run-scenario.ts';
import { soakRows } from '../load/soak-rows.ts';
import type { Result, Scale } from '../measure.ts';

const MINUTES = 3;

/**
 * The member day of k6 at half of the app's capacity, for three minutes or as many as `--minutes` says. Compares memory
 * in use and event-loop delay of the gateways in the last part of the run with an early one. A full soak takes half an
 * hour.
 */
export async function soak({ small, minutes = MINUTES }: Scale): Promise<Result> {
  const plan: RunPlan = {
    ...PLANS.soak,
    name: 'soak',
    // Here rows with targets check it.
    mayNotGrow: false,
    minutes: small ? 0.4 : minutes,
    ...(small ? { members: 20, rate: 20 } : {}),
  };
  const world = await ownWorld(plan);
  try {
    const report = await measure(plan, world);
    return {
      rows: soakRows(report),
      faults: report.verdict === 'failed' ? report.reasons : [],
      disturbances: report.verdict === 'void' ? report.reasons : [],
      notes: [
        `${plan.minutes} min at up to ${plan.rate} actions a second of ${plan.members} members. A slope over a few minutes is coarse: run half an hour before you believe it.`,
      ],
    };
  } finally {
    await world.stop();
  }
}
