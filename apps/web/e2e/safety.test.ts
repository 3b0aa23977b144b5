import type { Person } from '@heartline/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overflowOf, talk, write } from './member-page.ts';
import { openStage, type Stage, seriousFindings } from './stage.ts';

/** Mara and Jonas in windows on two gateways. One story in order. */
let stage: Stage;
let mara: Person;
let jonas: Person;
let hers: Page;
let his: Page;
const at = (person: Person, path: string) => `${person.http.gateway.origin}${path}`;
const blockedWords = "You're blocked by Mara. You do not have access to this page.";

beforeAll(async () => {
  stage = await openStage();
  const people = await stage.world.people(
    { name: 'Mara', credits: 20, premium: true },
    { name: 'Jonas', credits: 20, premium: true },
    // Found by both, so that a search without the other is known to be answered.
    { name: 'Clara' },
  );
  [mara, jonas] = people;
  hers = await stage.signedIn(mara);
  his = await stage.signedIn(jonas, { width: 360, height: 740, colorScheme: 'dark' });
});
afterAll(() => stage?.close());

const card = (page: Page, name: string) => page.getByRole('link', { name: `${name}, 36` });
const search = (page: Page, person: Person) => page.goto(at(person, '/members'));

describe('safety on the screens', () => {
  it('reports a message from the conversation and shows the case', async () => {
    await his.goto(at(jonas, `/members/${mara.id}/chat`));
    await write(his, 'Send me a voucher');
    await hers.goto(at(mara, `/members/${jonas.id}/chat`));
    await talk(hers).getByText('Send me a voucher').click({ button: 'right' });
    await hers.getByRole('menuitem', { name: 'Report this message' }).click();
    await hers.getByRole('button', { name: 'Send report' }).click();
    await hers.getByText('Choose a reason').last().waitFor();
    const about = hers.getByLabel('What is it about?').locator('option:checked');
    expect(await about.textContent()).toMatch(/^Message, .*: “Send me a voucher”$/);
    await hers.getByLabel('What’s wrong?').selectOption('scam');
    await hers.getByLabel('Anything else we should know?').fill('He wants vouchers.');
    expect(await seriousFindings(hers)).toEqual([]);
    await hers.getByRole('button', { name: 'Send report' }).click();
    await hers.getByRole('link', { name: 'View case' }).click();
    await hers.getByRole('heading', { name: 'Your report about Jonas' }).waitFor();
    await hers.getByText('Send me a voucher').waitFor();
    await hers.getByText('Don’t ask others for money, gifts or bank details.').waitFor();
    expect(await seriousFindings(hers)).toEqual([]);
  });

  it('blocks a profile from its page, which then leaves the screens of both [S4-012]', async () => {
    await his.goto(at(jonas, '/chats'));
    await his.getByText('Send me a voucher').first().waitFor();
    await hers.goto(at(mara, `/members/${jonas.id}`));
    await hers.getByRole('button', { name: 'More options for Jonas' }).click();
    await hers.getByRole('menuitem', { name: 'Block Jonas' }).click();
    const block = hers.getByRole('button', { name: 'Block', exact: true });
    await block.waitFor();
    expect(await seriousFindings(hers)).toEqual([]);
    await block.click();
    await hers.getByText('Jonas is blocked').waitFor();
    await hers.waitForURL('**/members*');
    // His open list removes her without a reload.
    await his.getByText('Send me a voucher').first().waitFor({ state: 'detached' });
    await hers.goto(at(mara, '/chats'));
    await hers.getByRole('heading', { name: 'Messages' }).first().waitFor();
    expect(await hers.getByText('Send me a voucher').count()).toBe(0);
  });

  it('hides the blocked member from the blocker’s search [S4-010]', async () => {
    await search(hers, mara);
    await card(hers, 'Clara').waitFor();
    await expect.poll(() => card(hers, 'Jonas').count(), { timeout: 15_000 }).toBe(0);
  });

  it('hides the blocker from the blocked member’s search [S4-011]', async () => {
    await search(his, jonas);
    await card(his, 'Clara').waitFor();
    await expect.poll(() => card(his, 'Mara').count(), { timeout: 15_000 }).toBe(0);
  });

  it('tells the blocked member only when they open the profile or the chat [S6-022 S8-019]', async () => {
    await his.goto(at(jonas, `/members/${mara.id}`));
    await his.getByRole('heading', { name: blockedWords }).waitFor();
    expect(await overflowOf(his)).toBe(0);
    await his.goto(at(jonas, `/members/${mara.id}/chat`));
    await his.getByText(blockedWords).waitFor();
    const conversation = stage.world.inside.core.messaging.conversationOf(mara.id, jonas.id);
    await his.goto(at(jonas, `/chats/${conversation}`));
    await his.getByText(blockedWords).waitFor();
    await his.goto(at(jonas, '/likes'));
    await his.getByRole('heading', { name: 'Likes', exact: true }).waitFor();
    expect(await his.getByText(blockedWords).count()).toBe(0);
  });

  it('shows both again after unblocking in the settings [S4-013]', async () => {
    await hers.goto(at(mara, `/members/${jonas.id}`));
    await hers.getByRole('button', { name: 'Unblock' }).waitFor();
    await hers.goto(at(mara, '/notifications'));
    await hers.getByRole('link', { name: 'Blocked people' }).click();
    await hers.getByText('Jonas').waitFor();
    expect(await seriousFindings(hers)).toEqual([]);
    await hers.getByRole('button', { name: 'Unblock Jonas' }).click();
    await hers.getByText('You haven’t blocked anyone').waitFor();
    await hers.goto(at(mara, `/members/${jonas.id}`));
    await hers.getByRole('heading', { name: 'Jonas, 36' }).waitFor();
    await his.goto(at(jonas, `/members/${mara.id}`));
    await his.getByRole('heading', { name: 'Mara, 36' }).waitFor();
  });

  it('keeps invisible mode on after a reload [S4-006]', async () => {
    await hers.goto(at(mara, '/notifications'));
    const invisible = () => hers.getByRole('switch', { name: 'Invisible mode' });
    await invisible().waitFor();
    expect(await invisible().isChecked()).toBe(false);
    await toggle(hers, 'Invisible mode', true);
    await hers.reload();
    await invisible().waitFor();
    expect(await invisible().isChecked()).toBe(true);
    await search(his, jonas);
    await card(his, 'Clara').waitFor();
    await expect.poll(() => card(his, 'Mara').count(), { timeout: 15_000 }).toBe(0);
  });

  it('keeps invisible mode off after a reload [S4-007]', async () => {
    await toggle(hers, 'Invisible mode', false);
    await hers.reload();
    const invisible = hers.getByRole('switch', { name: 'Invisible mode' });
    await invisible.waitFor();
    expect(await invisible.isChecked()).toBe(false);
    await search(his, jonas);
    await card(his, 'Mara').waitFor();
  });

  it('shows a decision to the reported member, who may complain', async () => {
    const { safety } = stage.world.inside.core;
    const [open] = await safety.cases.list({ state: 'open', limit: 10 });
    const id = open?._id ?? '';
    await his.goto(at(jonas, '/members'));
    await his.getByRole('heading', { level: 1 }).first().waitFor();
    const decision = { outcome: 'warning', reasons: 'He asked for a voucher.', operator: 'olga' } as const;
    const notice = his.getByText('There’s a decision in one of your cases');
    // The page may not be subscribed yet; deciding again sends the event again.
    await expect
      .poll(
        async () => {
          await safety.cases.decide(id, decision);
          return notice.count();
        },
        { timeout: 30_000, interval: 2_000 },
      )
      .toBeGreaterThan(0);
    await his.getByRole('button', { name: 'View case' }).first().click();
    await his.getByRole('heading', { name: 'A decision about your account' }).waitFor();
    await his.getByText('He asked for a voucher.').waitFor();
    expect(await his.getByText('He wants vouchers.').count()).toBe(0);
    expect(await overflowOf(his)).toBe(0);
    await his.getByLabel('Your complaint').fill('I only asked for a joke.');
    await his.getByRole('button', { name: 'Send complaint' }).click();
    await his.getByText('Someone who wasn’t involved before will look at it.', { exact: false }).waitFor();
    expect(await seriousFindings(his)).toEqual([]);
  });

  it('explains complaints to everybody and shows members their cases [S2-080]', async () => {
    const visitor = await stage.visitor(0);
    await visitor.goto(at(mara, '/complaints'));
    await visitor.getByRole('heading', { name: 'Reports and complaints' }).waitFor();
    await visitor.getByText('A person looks at every report.', { exact: false }).waitFor();
    expect(await seriousFindings(visitor)).toEqual([]);
    await visitor.context().close();
    await hers.goto(at(mara, '/complaints'));
    await hers.getByRole('link', { name: 'View case' }).waitFor();
    await hers.getByRole('button', { name: 'Report Jonas' }).waitFor();
    expect(await seriousFindings(hers)).toEqual([]);
  });

  it('has no English words and no overflow in German and Polish', async () => {
    for (const locale of ['de', 'pl'] as const) {
      const page = await stage.signedIn(mara, { locale, width: 360, height: 740 });
      for (const path of ['/complaints', '/blocked', '/notifications']) {
        await page.goto(at(mara, path));
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await overflowOf(page)).toBe(0);
        const words = await page.locator('main').innerText();
        expect(words).not.toMatch(/\b(Report|Blocked people|Invisible mode|Your reports|the person)\b/);
      }
      await page.context().close();
    }
  });

  it('shows the case by a mailed link without a log-in', async () => {
    const { safety } = stage.world.inside.core;
    const { reported } = await safety.cases.about(jonas.id);
    const link = await safety.cases.link(reported[0]?._id ?? '', 'reported');
    if (!link.ok) throw new Error('no link');
    const { pathname, hash } = new URL(link.value);
    const visitor = await stage.visitor(1);
    await visitor.goto(at(jonas, `${pathname}${hash}`));
    await visitor.getByRole('heading', { name: 'A decision about your account' }).waitFor();
    await visitor.getByText('I only asked for a joke.').waitFor();
    await visitor.goto(at(jonas, pathname));
    await visitor.context().close();
  });

  it('no page threw an error', () => expect(stage.errors).toEqual([]));

  it('no invariant is violated', async () => expect(await stage.world.violations()).toEqual([]));
});

/** Presses a switch, and waits until the server has it. */
async function toggle(page: Page, name: string, isOn: boolean): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.url().includes('/api/invisible.php') && response.request().method() === 'PUT',
  );
  // The switch changes a moment after the press.
  await page.getByRole('switch', { name }).click();
  expect((await answered).ok()).toBe(true);
  await expect.poll(() => page.getByRole('switch', { name }).isChecked()).toBe(isOn);
}
