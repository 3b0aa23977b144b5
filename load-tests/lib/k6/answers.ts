import { check } from 'k6';
import type { RefinedResponse } from 'k6/http';
import { stringOf } from '../frames.ts';

const codeIn = stringOf('code');

/** Checks that a call went well. One that did not says by its name what was answered, so that the report does. */
export function answered(name: string, response: RefinedResponse<'text'>): boolean {
  const { status, body, error } = response;
  if (status === 200) return check(response, { [`${name} is answered`]: () => true });
  const what = [status || error, codeIn(body ?? '')].filter(Boolean).join(' ');
  return failed(`${name} is answered with 200, not ${what}`);
}

/** A check that failed, by its name: what should have been so. */
export function failed(name: string): false {
  check(null, { [name]: () => false });
  return false;
}
