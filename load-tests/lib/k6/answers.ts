import { check } from 'k6';
import type { RefinedResponse } from 'k6/http';
import { stringOf } from '../frames.ts';

const codeIn = stringOf('code');

/** Checks that a call succeeded. The name of a failed check holds the answer, so the report shows it. */
export function answered(name: string, response: RefinedResponse<'text'>): boolean {
  const { status, body, error } = response;
  if (status === 200) return check(response, { [`${name} is answered`]: () => true });
  const what = [status || error, codeIn(body ?? '')].filter(Boolean).join(' ');
  return failed(`${name} is answered with 200, not ${what}`);
}

/** Records a failed check. Its name says what should have been true. */
export function failed(name: string): false {
  check(null, { [name]: () => false });
  return false;
}
