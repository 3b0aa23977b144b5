import { readFile } from 'node:fs/promises';
import { getUser, logIn } from '@heartline/contracts';
import { PASSWORD, until } from '@heartline/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  close,
  field,
  fillLogin,
  linkIn,
  mailTo,
  NEXT,
  originOf,
  owner,
  submit,
  unconfirmed,
} from './account-owner.ts';
import { userOf } from './member-page.ts';
import { openStage, type Stage } from './stage.ts';

/** Log-in, activation and settings of an account. */
let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

describe('log-in', () => {
  it('logs in at /login, lands on /members and says why a log-in failed [S2-030 S2-122 S8-001 S8-002]', async () => {
    const { email } = await owner(stage);
    const page = await stage.visitor(0, { path: '/login' });
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
    await fillLogin(page, email, 'not this one');
    await page.getByText('Login failed, please try again', { exact: true }).waitFor();
    await field(page, 'password').fill(PASSWORD);
    await submit(page);
    await page.waitForURL('**/members*');
    await close(page);

    const stranger = await stage.visitor(1, { path: '/login' });
    for (let n = 0; n < 5; n += 1) {
      const answer = stranger.waitForResponse((response) => response.request().method() === 'POST');
      await fillLogin(stranger, email, `guess number ${n}`);
      await answer;
    }
    await stranger.getByText(/^Too many incorrect attempts, account blocked for 1[45] min\.$/).waitFor();
    await close(stranger);
  });

  it('asks a visitor to log in and then opens the page they wanted [S2-124]', async () => {
    const { email } = await owner(stage);
    const page = await stage.visitor(0, { path: '/chats' });
    const origin = originOf(page);
    await page.waitForURL('**/login?*');
    await fillLogin(page, email, PASSWORD);
    await page.waitForURL('**/chats');
    const away = [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example',
      'javascript:alert(1)',
    ];
    for (const next of away) {
      await page.context().clearCookies();
      await page.goto(`${originOf(page)}/login?next=${encodeURIComponent(next)}`);
      await fillLogin(page, email, PASSWORD);
      await page.waitForURL((url) => url.pathname !== '/login');
      expect([next, originOf(page)]).toEqual([next, origin]);
    }
    await close(page);
  });
});

describe('activation', () => {
  it('welcomes with the profile, the next steps and other members [S2-036 S2-038 S2-039 S2-040 S2-041 S7-050]', async () => {
    const made = await unconfirmed(stage, 'en');
    const { email, name } = made;
    await stage.world.people({ name: 'Somebody here' });
    const page = await stage.signedIn(made, { path: '/complete-signup' });
    const link = await linkIn(stage, email, /https?:\/\/\S+activate\S+/);
    await page.goto(link);
    const call = page.waitForRequest('**/api/activate.php');
    await page.getByRole('button', { name: 'Activate my account' }).click();
    expect((await call).postDataJSON()).toEqual({ token: expect.any(String) });
    await page.waitForURL('**/activate/done');
    await page
      .getByRole('region', { name: 'Get Premium' })
      .getByRole('link', { name: 'See the packs' })
      .waitFor();
    const mine = page.getByRole('region', { name: 'Your profile' });
    await mine.getByText(name).waitFor();
    expect(await mine.getByRole('link', { name: 'Complete my profile' }).getAttribute('href')).toBe(
      '/profile',
    );
    await page
      .getByRole('link', { name: /Somebody here/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Search members' }).click();
    await page.waitForURL('**/members*');
    // Opening the mail a second time is not a failure.
    await page.goto(link);
    await page.getByRole('button', { name: 'Activate my account' }).click();
    await page.waitForURL('**/activate/done');
    await close(page);
  });

  it('fits a long name on a phone', async () => {
    const [person] = await stage.world.people({ name: 'Maximiliane-Charlotte 852' });
    const page = await stage.signedIn(person, { width: 360, height: 640, path: '/activate/done' });
    const box = await page.getByRole('region', { name: 'Your profile' }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    await close(page);
  });

  it('says when activation failed and sends another mail [S2-037 S8-003]', async () => {
    const { email } = await unconfirmed(stage, 'en');
    const page = await stage.visitor(0, { path: `/activate?token=${'x'.repeat(43)}` });
    await page.getByRole('button', { name: 'Activate my account' }).click();
    await page.waitForURL('**/activate/error');
    await page.getByRole('heading', { level: 1, name: 'Activation failed', exact: true }).waitFor();
    const again = page.getByRole('button', { name: 'Send e-mail again' });
    await again.click();
    await page.getByLabel('E-mail address').fill(email);
    await stage.world.inside.mongo.connection.collection('mailTurns').deleteMany({});
    await again.click();
    await page.getByText('Sent. It can take a minute').waitFor();
    await close(page);
  });
});

const RESET = {
  en: {
    forgot: 'Forgot your password?',
    mail: 'Choose a new password',
    login: 'Log in',
    saved: 'has been changed',
  },
  de: {
    forgot: 'Passwort vergessen?',
    mail: 'Wähle ein neues Passwort',
    login: /Anmelden|Einloggen/,
    saved: 'ist geändert',
  },
} as const;

describe.each(['en', 'de'] as const)('a forgotten password in %s', (language) => {
  it('is replaced with a mailed link that works once [S2-034 S2-035 S5-011 S5-012 S8-007 S8-008]', async () => {
    const words = RESET[language];
    const { email } = await owner(stage, language);
    const page = await stage.visitor(0, { locale: language, path: '/login' });
    await page.getByRole('link', { name: words.forgot }).click();
    // The URL changes first: the field of the log-in page is still there until then.
    await field(page, 'password').waitFor({ state: 'detached' });
    await field(page, 'email').fill('nobody@mail.example');
    await submit(page);
    const unknown = language === 'en' ? 'E-mail address not found' : 'E-Mail-Adresse nicht gefunden';
    await page.getByText(unknown, { exact: true }).waitFor();
    await field(page, 'email').fill(email);
    await submit(page);
    await page.getByRole('status').getByText(email).waitFor();
    const mail = await mailTo(stage, email, /\/reset-password\/do\?token=/);
    expect(mail.text).toContain(words.mail);
    const link = /https?:\/\/\S+\/reset-password\/do\?token=\S+/.exec(mail.text)?.[0] ?? '';
    const answer = await page.goto(link);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await field(page, 'new-password').fill(NEXT);
    await field(page, 'repeat-password').fill(`${NEXT} not`);
    await submit(page);
    const differ =
      language === 'en'
        ? 'The entered passwords are not the same.'
        : 'Die eingegebenen Passwörter stimmen nicht überein.';
    await page.getByText(differ, { exact: true }).waitFor();
    await field(page, 'repeat-password').fill(NEXT);
    await submit(page);
    await page.getByRole('heading', { level: 1, name: new RegExp(words.saved) }).waitFor();
    await page.getByRole('link', { name: words.login }).last().click();
    await fillLogin(page, email, NEXT);
    await page.waitForURL('**/members*');
    await page.goto(link);
    await field(page, 'new-password').fill(PASSWORD);
    await field(page, 'repeat-password').fill(PASSWORD);
    await submit(page);
    const expired =
      language === 'en'
        ? 'Link expired or invalid, request a new email'
        : 'Link abgelaufen oder ungültig, fordere eine neue E-Mail an';
    await page.getByText(expired, { exact: true }).waitFor();
    await page.locator('main a[href="/reset-password"]').click();
    await page.waitForURL('**/reset-password');
    await close(page);
  });
});

describe('the account page', () => {
  it('changes the password and signs out all other devices [S5-013 S5-014]', async () => {
    const someone = await owner(stage);
    const phone = stage.world.browser(1);
    await phone.call(logIn, { email: someone.email, password: PASSWORD });
    const page = await stage.signedIn(someone, { path: '/settings' });
    await page.waitForURL('**/notifications');
    await page
      .getByRole('link', { name: 'Password, e-mail address, language, devices and your data' })
      .click();
    await page.waitForURL('**/account');
    await page.getByRole('button', { name: 'Change password' }).click();
    await field(page, 'password').fill('not this one');
    await field(page, 'new-password').fill(NEXT);
    await field(page, 'repeat-password').fill(NEXT);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Please check your old password.', { exact: true }).waitFor();
    await field(page, 'password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Your password has been changed').waitFor();
    await until(
      () =>
        phone.call(getUser, {}).then(
          () => 'in',
          () => 'out',
        ),
      (state) => state === 'out',
    );
    // The page reconnects with its new session before the old one ends here.
    await page.waitForEvent('websocket', { timeout: 20_000 }).catch(() => undefined);
    expect((await userOf(page))['email']).toBe(someone.email);
    expect(new URL(page.url()).pathname).toBe('/account');
    await close(page);
  });

  it('changes the address once the new address confirms it [S2-042 S5-016 S5-017 S8-017 S8-018]', async () => {
    const someone = await owner(stage);
    const taken = await owner(stage);
    const page = await stage.signedIn(someone, { path: '/account' });
    await page.getByRole('button', { name: 'Change address' }).click();
    await field(page, 'password').fill(PASSWORD);
    const send = page.getByRole('button', { name: 'Send link' });
    await field(page, 'new-email').fill('abc');
    await send.click();
    await page.getByText('New email adress is invalid.', { exact: true }).waitFor();
    await field(page, 'new-email').fill(taken.email);
    await send.click();
    await page
      .getByText('This email address already owns an account on this website.', { exact: true })
      .waitFor();
    const next = `moved-${someone.email}`;
    await field(page, 'new-email').fill(next);
    await send.click();
    await page.getByText('Open it to confirm your new address.').waitFor();
    await page.reload();
    await page.getByText(`We sent a link to ${next}. Open it`).waitFor();
    await page.goto(await linkIn(stage, next, /https?:\/\/\S+\/mail-change\/do\?token=\S+/));
    expect((await userOf(page))['email']).toBe(someone.email);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your address has been changed' }).waitFor();
    await until(
      () => userOf(page),
      (user) => user['email'] === next,
    );
    await mailTo(stage, someone.email, /you log in with it/);
    await close(page);
  });

  it('changes the language of pages and mails, also offline', async () => {
    const someone = await owner(stage);
    // The browser is German and the account English: mails and page differ in language.
    const page = await stage.signedIn(someone, { path: '/account', locale: 'de' });
    const field = page.getByLabel('Sprache der Seite, Mails und Benachrichtigungen');
    await page.getByText('Dieser Browser zeigt die Seite auf Deutsch').waitFor();
    expect(await field.inputValue()).toBe('en');
    await page.locator('select[name=language]').selectOption('pl');
    await page.getByRole('heading', { level: 1, name: 'Twoje konto' }).waitFor();
    await until(
      () => userOf(page),
      (user) => user['language'] === 'pl',
    );
    // A language whose words are not here can't be shown without a network: then nothing changes. One whose words are
    // here is, and the server hears of it once it is reached, also from a page that was opened since.
    const chosen = page.locator('select[name=language]');
    await page.context().setOffline(true);
    await chosen.selectOption('fr');
    await page.getByText('Jesteś offline').first().waitFor();
    expect(await chosen.inputValue()).toBe('pl');
    await chosen.selectOption('de');
    await page.getByRole('heading', { level: 1, name: 'Dein Konto' }).waitFor();
    expect(await chosen.inputValue()).toBe('de');
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Dein Konto' }).waitFor();
    await until(
      () => userOf(page),
      (user) => user['language'] === 'de',
    );
    expect(await chosen.inputValue()).toBe('de');
    await close(page);
  });

  it('logs out all other devices, which say why', async () => {
    const someone = await owner(stage);
    const there = await stage.visitor(1, { path: '/login' });
    await fillLogin(there, someone.email, PASSWORD);
    await there.waitForURL('**/members*');
    await there.goto(`${originOf(there)}/chats`);
    await there.getByRole('main').waitFor();
    const shut = await stage.visitor(1, { path: '/login' });
    await fillLogin(shut, someone.email, PASSWORD);
    await shut.waitForURL('**/members*');
    await shut.goto('about:blank');
    const here = await stage.signedIn(someone, { path: '/account' });
    const list = here.getByRole('region', { name: 'Where you’re logged in' });
    await until(
      () => list.getByRole('listitem').count(),
      (count) => count === 3,
    );
    await list.getByRole('button', { name: 'Log out everywhere else' }).click();
    await until(
      () => list.getByRole('listitem').count(),
      (count) => count === 1,
    );
    // The page there becomes a visitor's page and says why once.
    await there.waitForURL('**/login*');
    const why = there.getByText('You were logged out here');
    await why.waitFor();
    await there.getByRole('link', { name: 'Forgot your password?' }).click();
    // The URL changes before the page does.
    const login = there.getByRole('heading', { name: 'Welcome back' });
    await login.waitFor({ state: 'detached' });
    await there.goBack();
    await login.waitFor();
    expect(await why.count()).toBe(0);
    // A page that was closed meanwhile says so when it is opened again.
    await shut.goto(`${originOf(there)}/chats`);
    await shut.waitForURL('**/login*');
    await shut.getByText('You were logged out here').waitFor();
    await Promise.all([close(here), close(there), close(shut)]);
  });

  it('collects all data in one archive and downloads it', async () => {
    const someone = await owner(stage, 'de');
    const page = await stage.signedIn(someone, { locale: 'de', path: '/account' });
    await page.getByRole('button', { name: 'Meine Daten anfordern' }).click();
    await field(page, 'password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Meine Daten zusammenstellen' }).click();
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('link', { name: /Herunterladen/ }).click({ timeout: 60_000 });
    const file = await download;
    expect(file.suggestedFilename()).toBe('my-data.zip');
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    for (const name of ['index.html', 'data/account.json', 'data/profile.json', 'data/credits.json']) {
      expect([name, bytes.includes(name)]).toEqual([name, true]);
    }
    await close(page);
  });
});

it('shows the 404 page for an unknown token and redirects old activation links', async () => {
  const page = await stage.visitor(0);
  const origin = originOf(page);
  await page.goto(`${origin}/${'x'.repeat(43)}`);
  await page.getByRole('heading', { level: 1, name: 'This page could not be found', exact: true }).waitFor();
  const { email } = await owner(stage);
  const token = new URL(await linkIn(stage, email, /https?:\/\/\S+activate\S+/)).searchParams.get('token');
  await page.goto(`${origin}/${token}`);
  await page.waitForURL('**/activate?token=*');
  await close(page);
});
