// @vitest-environment happy-dom
import type { PublicSettings } from '@heartline/contracts';
import { LinkProvider } from '@heartline/ui';
import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Slots, SlotsProvider } from '../../client/slots.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { routed } from '../../testing/routed.tsx';
import { SignUpPage } from './sign-up-page.tsx';

/** Requests of the page: path and body. */
let asked: (readonly [path: string, body: Record<string, unknown>])[];
/** Answer to the check of an address or a name. */
let check: () => Response;

const refusal = (status: number, error: object) =>
  Response.json({ error: { message: '', ...error } }, { status });

beforeEach(() => {
  asked = [];
  check = () => Response.json({});
  sessionStorage.clear();
});

interface Way {
  isWide?: boolean;
  signups?: PublicSettings['signups'];
}

/** Opens the sign-up; returns its router. */
async function open({ isWide = true, signups = 'all' }: Way = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('fetch', async (path: string, { body = '{}' }: { body?: string } = {}) => {
    asked.push([path, JSON.parse(body) as Record<string, unknown>]);
    return path.includes('signup-check') ? check() : Response.json({});
  });
  const history = createMemoryHistory({ initialEntries: ['/signup'] });
  const { router, shown } = routed({ '/signup': SignUpPage, '/login': () => <p>The log-in</p> }, history);
  const links = { navigate: (href: string) => void router.navigate({ href }) };
  renderPage(
    <SlotsProvider value={{} as unknown as Slots}>
      <LinkProvider value={links}>{shown}</LinkProvider>
    </SlotsProvider>,
    { settings: { min_age: 18, name: 'Heartline', countries: ['NL'], signups } },
  );
  await screen.findByRole('heading', { level: 1 });
  return router;
}

const control = (name: string) => document.querySelector(`form [name="${name}"]`) as HTMLInputElement;
const type = (name: string, value: string) => {
  fireEvent.change(control(name), { target: { value } });
  fireEvent.blur(control(name));
};
const expectText = async (words: string) => {
  await expect.poll(() => document.body.textContent).toContain(words);
};
const goOn = () => fireEvent.click(screen.getByRole('button', { name: /^(Continue|Skip for now)$/ }));
const step = () => Number(document.querySelector('form')?.dataset['step']);
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

function born(day: string, month: string, year: string): void {
  type('date_of_birth-day', day);
  type('date_of_birth-month', month);
  type('date_of_birth-year', year);
}

/** Answers the first step of a wide screen. */
function answerAll(email: string): void {
  type('email', email);
  type('name', 'Noor');
  type('password', 'mauve tractor 41');
  for (const choice of ['A woman', 'Bi']) fireEvent.click(screen.getByLabelText(choice));
  born('15', '06', '1990');
}

describe('validation', () => {
  it('asks for a date of birth with the minimum age [S5-001 S5-002 S5-004]', async () => {
    await open();
    goOn();
    await expectText('Enter your date of birth (18+)');
    expect(step()).toBe(0);
    expect(asked).toEqual([]);
  });

  it('refuses a day that does not exist [S5-003]', async () => {
    await open();
    born('31', '02', '1990');
    goOn();
    await expectText('Invalid date of birth.');
  });

  it('refuses a visitor below the minimum age [S1-001 S0-002]', async () => {
    await open();
    answerAll('noor@mail.example');
    born('15', '06', String(new Date().getFullYear() - 10));
    goOn();
    await expectText('You must be 18 or over to sign up.');
    expect(step()).toBe(0);
    expect(asked).toEqual([]);
  });

  it('refuses an invalid e-mail address [S5-007]', async () => {
    await open();
    type('email', 'abc');
    await expectText('Invalid email');
  });

  it('refuses a username that is the address or begins with @ [S5-005 S5-006]', async () => {
    await open();
    type('email', 'a@b.nl');
    type('name', 'a@b.nl');
    await expectText('Don’t use your e-mail address as username: everyone can see it.');
    type('name', '@abc');
    await expectText('A username can’t start with @.');
  });

  it('asks for a password of 8 characters and rates it [S5-015]', async () => {
    await open();
    type('password', 'short 1');
    await expectText('Use at least 8 characters.');
    const strength = () => document.querySelector<HTMLElement>('[data-strength]')?.dataset['strength'];
    type('password', 'qwertyuiop');
    await expect.poll(strength).toMatch(/^[01]$/);
    type('password', 'three blue bicycles at noon');
    await expect.poll(strength).toBe('4');
  });
});

it('offers a man and a woman [S3-024 S3-025]', async () => {
  await open();
  const values = [...document.querySelectorAll<HTMLInputElement>('[name=gender]')].map(({ value }) => value);
  expect(values.toSorted()).toEqual(['female', 'male']);
  expect(screen.getByLabelText<HTMLInputElement>('A man').value).toBe('male');
  expect(screen.getByLabelText<HTMLInputElement>('A woman').value).toBe('female');
});

describe('what the server refuses', () => {
  it('an active account leads to the log-in [S5-009]', async () => {
    check = () => refusal(409, { code: 'EMAIL_TAKEN' });
    const router = await open();
    answerAll('active@mail.example');
    goOn();
    await screen.findByText(/This email address already owns an account on this website\./);
    // Shown before the other four steps.
    expect(step()).toBe(0);
    fireEvent.click(within(screen.getByRole('alert')).getByRole('link', { name: 'Log in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('an account that is being deleted cannot sign up again [S5-010]', async () => {
    check = () => refusal(409, { code: 'EMAIL_PENDING_DELETION' });
    await open();
    answerAll('leaving@mail.example');
    goOn();
    expect((await screen.findByText(/is being deleted/)).closest('[role=alert]')).not.toBeNull();
    expect(step()).toBe(0);
  });

  it('keeps the question of a refused name, and continues with another', async () => {
    await open({ isWide: false });
    type('email', 'noor@mail.example');
    goOn();
    await expect.poll(title).toBe('What should we call you?');
    for (const [code, text] of [
      ['NAME_IS_RESERVED', 'This name could be mistaken for our team. Choose another one.'],
      ['NAME_IS_WEB_ADDRESS', 'A username can’t contain a web address.'],
    ]) {
      check = () => refusal(400, { code: 'VALIDATION_FAILED', fields: { name: code } });
      type('name', `Refused as ${code}`);
      goOn();
      await screen.findByText(text as string);
    }
    check = () => Response.json({});
    type('name', 'Mara');
    goOn();
    await expect.poll(title).toBe('Choose a password');
    expect(asked.at(-1)?.[1]).toMatchObject({ email: 'noor@mail.example', name: 'Mara' });
  });

  it('continues when the server that checks names is unavailable', async () => {
    check = () => refusal(503, { code: 'UNAVAILABLE' });
    await open();
    answerAll('noor@mail.example');
    goOn();
    await expect.poll(step).toBe(1);
  });
});

it('is by invitation only while sign-up is closed', async () => {
  await open({ signups: 'closed' });
  expect(title()).toBe('Signing up is by invitation only.');
  expect(document.querySelector('form')).toBeNull();
});
