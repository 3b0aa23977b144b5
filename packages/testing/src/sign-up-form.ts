import type { InputOf, signUp } from '@heartline/contracts';

/** The password of everybody who signs up by the form below. */
export const PASSWORD = 'mauve tractor 41';

let last = 0;

/** What somebody whom nobody has seen yet enters to sign up: each has an address and a name of their own. */
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
