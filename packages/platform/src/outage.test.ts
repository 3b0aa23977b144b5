import { MongooseError, mongo } from 'mongoose';
import { ErrorReply } from 'redis';
import { describe, expect, it } from 'vitest';
import { UnknownOutcome } from './mongo/group-commit.ts';
import { isOutage } from './outage.ts';

describe('isOutage', () => {
  it('accepts errors that drivers throw for an unreachable database or Redis', () => {
    for (const error of [
      new UnknownOutcome('no answer'),
      new mongo.MongoNetworkError('reset'),
      new mongo.MongoNotConnectedError('closed'),
      Object.assign(new mongo.MongoServerError({ message: 'not primary' }), { code: 10_107 }),
      Object.assign(new mongo.MongoServerError({ message: 'write failed: broken pipe' }), { code: 1 }),
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      new ErrorReply("OOM command not allowed when used memory > 'maxmemory'."),
      new ErrorReply('LOADING Redis is loading the dataset in memory'),
      new Error('wrapped', { cause: new mongo.MongoNetworkError('reset') }),
    ]) {
      expect([error.message, isOutage(error)]).toEqual([error.message, true]);
    }
  });

  it('rejects bugs and refused writes', () => {
    for (const error of [
      new TypeError('undefined is no function'),
      new MongooseError('strict'),
      Object.assign(new mongo.MongoServerError({ message: 'duplicate' }), { code: 11_000 }),
      new ErrorReply('WRONGTYPE Operation against a key holding the wrong kind of value'),
      'text',
      undefined,
    ]) {
      expect(isOutage(error)).toBe(false);
    }
  });
});
