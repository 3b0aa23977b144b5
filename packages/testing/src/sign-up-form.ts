import type { InputOf, signUp } from '@heartline/contracts';
import { createPasswords } from '@heartline/platform';

/** Password of everybody who signs up with the form below. */
export const PASSWORD = 'mauve tractor 41';

/** The stored form of `PASSWORD`, for a member who is written into the database and logs in by the form. */
export const hashOfPassword = (): Promise<string> => createPasswords().hash(PASSWORD);

let last = 0;

/** A valid sign-up form with an unused address and name. */
export function signUpForm(changes: Partial<InputOf<typeof signUp>> = {}): InputOf<typeof signUp> {
  last += 1;
  return {
    email: `newcomer${last}@mail.example`,
    name: `Person ${last}`,
    gender: 'female',
    sexuality: 'bi',
    date_of_birth: '1990-06-15',
    country: 'NL',
    region: 'NH',
    password: PASSWORD,
    language: 'en',
    ...changes,
  };
}
