import { expect, it } from 'vitest';
import { kindOf } from './look-at-engines.ts';

it.each([
  [{ msg: 'isdbgrid' }, { version: '8.0.1' }, 'well', 'a sharded cluster, version 8.0.1'],
  [{ setName: 'rs0' }, { version: '7.0.0' }, 'well', 'replica set rs0, version 7.0.0'],
  [{}, { version: '8.0.1' }, 'note', 'alone'],
  [{ setName: 'rs0' }, { version: '6.0.19' }, 'ill', 'too old'],
  [{}, { version: '7.0.77', ferretdb: { version: 'v2.7.0' } }, 'well', 'FerretDB'],
])('a MongoDB that says %j and %j is %s', (hello, build, state, words) => {
  const finding = kindOf(hello, build);
  expect(finding.state).toBe(state);
  expect(finding.message).toContain(words);
});
