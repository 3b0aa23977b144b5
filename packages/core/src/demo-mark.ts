import type { Mongo } from '@heartline/platform';

/** That a database holds the demo world, made by `npm start`. Written before the first member of it. */
interface DemoMark {
  _id: 'world';
  seededAt: number;
  /** Missing in marks of former versions, which wrote theirs at the end. */
  state?: 'begun' | 'done';
}

/** Where the mark is kept. */
export const demoMarksOf = ({ connection }: Mongo) => connection.collection<DemoMark>('demoWorld');

/** Rejects with a sentence where a production service would open the demo's public accounts to everybody. */
export async function requireNoDemoWorld(mongo: Mongo): Promise<void> {
  if (!(await demoMarksOf(mongo).findOne({ _id: 'world' }))) return;
  throw new Error(
    'The database holds the demo world of `npm start`: accounts with a public password, one of them of an operator. ' +
      'Fix: set MONGODB_DATABASE to another name. Where your members are in it too, suspend the accounts at demo.example ' +
      'and disable the operator olga, and then delete the collection demoWorld.',
  );
}

/**
 * Rejects with a sentence where members stand in `database` whom no demo made: the demo's accounts, with their public
 * password, would come among them.
 */
export async function requireNoMembers(mongo: Mongo, database: string): Promise<void> {
  if (await demoMarksOf(mongo).findOne({ _id: 'world' })) return;
  if (!(await mongo.connection.collection('accounts').findOne({}))) return;
  throw new Error(
    `The database ${database} behind MONGODB_URL holds members that no demo made. \`npm start\` is a demo: it would add ` +
      'accounts whose password is public, and one of an operator. Unset MONGODB_URL for a demo with a database of its ' +
      'own; a site is run by its services (infra/systemd, infra/kubernetes), never by `npm start`.',
  );
}
