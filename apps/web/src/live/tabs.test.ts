import { afterEach, expect, it } from 'vitest';
import { openTabs, type Tabs } from './tabs.ts';

const opened: Tabs<string>[] = [];
const open = () => {
  const tabs = openTabs<string>('tabs-test');
  opened.push(tabs);
  return tabs;
};
afterEach(() => {
  for (const tabs of opened.splice(0)) tabs.close();
});

it('sends a message to the other tabs and not to itself', async () => {
  const [one, other] = [open(), open()];
  const received: string[] = [];
  one.subscribe((message) => received.push(`one: ${message}`));
  other.subscribe((message) => received.push(`other: ${message}`));
  one.publish('hello');
  await expect.poll(() => received).toEqual(['other: hello']);
});

it('ignores a message of work that ends after the close', async () => {
  const [ended, other] = [open(), open()];
  const received: string[] = [];
  other.subscribe((message) => received.push(message));
  ended.close();
  expect(() => ended.publish('too late')).not.toThrow();
  open().publish('in time');
  await expect.poll(() => received).toEqual(['in time']);
});
