// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { takeServed } from './served-settings.ts';

function page(call: string): Element {
  const element = document.createElement('script');
  element.setAttribute('type', 'application/json');
  element.textContent = JSON.stringify({ call, answer: { settings: { name: 'Amora' }, serverAt: 1 } });
  document.body.append(element);
  return element;
}

const asked = { forced_domain: 'amora.example', a: '1' };

it('takes the settings of the page once, for the same query only', () => {
  const element = page('/api/settings.php?forced_domain=amora.example&a=1');
  expect(takeServed(element, asked)).toMatchObject({ settings: { name: 'Amora' } });
  expect(element.isConnected).toBe(false);
  expect(takeServed(page('/api/settings.php?forced_domain=amora.example&a=2'), asked)).toBeUndefined();
  expect(takeServed(page('/api/settings.php?forced_domain=other.example&a=1'), asked)).toBeUndefined();
  expect(takeServed(null, asked)).toBeUndefined();
});
