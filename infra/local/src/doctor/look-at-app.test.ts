import { INDEXES } from '@heartline/core';
import { mongo } from 'mongoose';
import { expect, it } from 'vitest';
import { lookForIndexes } from './look-at-app.ts';

/** A database whose collections all answer so, when they are asked for their indexes. */
const database = (indexes: () => Promise<{ key: object }[]>) => ({ collection: () => ({ indexes }) });

it('names indexes that are not there, also of a collection that nobody made yet', async () => {
  const whole = database(async () => INDEXES.map(({ key }) => ({ key })));
  expect(await lookForIndexes(whole)).toMatchObject({ state: 'well' });
  const none = database(async () => {
    throw new mongo.MongoServerError({
      code: 26,
      codeName: 'NamespaceNotFound',
      message: 'ns does not exist',
    });
  });
  expect(await lookForIndexes(none)).toMatchObject({
    state: 'ill',
    message: expect.stringMatching(/^missing: .*emailKey/),
  });
});

it('an engine that cannot say is not one without indexes', async () => {
  const gone = database(async () => {
    throw new mongo.MongoServerError({ code: 1, message: 'failed to connect to PostgreSQL' });
  });
  await expect(lookForIndexes(gone)).rejects.toThrow('PostgreSQL');
});
