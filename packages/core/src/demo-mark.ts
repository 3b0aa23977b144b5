import type { Mongo } from '@heartline/platform';

/** Marks a database that holds the demo data made by `npm start`. Written before its first member. */
interface DemoMark {
  _id: 'world';
  seededAt: number;
  /** Missing in marks of earlier versions, which wrote theirs at the end. */
  state?: 'begun' | 'done';
}

/** The collection of the mark. */
export const demoMarksOf = ({ connection }: Mongo) => connection.collection<DemoMark>('demoWorld');

/**
 * Rejects with a sentence if the database has demo data: a production service would open the demo's public
 * accounts to everyone.
 */
export async function requireNoDemoWorld(mongo: Mongo): Promise<void> {
  if (!(await demoMarksOf(mongo).findOne({ _id: 'world' }))) return;
  throw new Error(
    'The database holds the demo world of `npm start`: accounts with a public password, one of them of an operator. ' +
      'Fix: set MONGODB_DATABASE to another name. Where your members are in it too, suspend the accounts at demo.example ' +
      'and disable the operator olga, and then delete the collection demoWorld.',
  );
}

/**
 * Rejects with a sentence if `database` has members without a demo mark: the demo's accounts, with their
 * public password, would be added to them.
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
