import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('markup of the pages beside the product', () => {
  it('shows what is put in as text, also in attributes and lists', () => {
    const evil = '"><script>alert(1)</script>';
    const { text } = html`<a href="${evil}">${evil}</a>${[evil, html`<b>${evil}</b>`]}`;
    expect(text).not.toContain('<script>');
    expect(text).toContain('&quot;&gt;&lt;script&gt;');
    expect(text).toContain('<b>&quot;');
  });

  it('leaves out what is not there, and keeps 0', () => {
    expect(html`a${false}${null}${undefined}${0}b`.text).toBe('a0b');
  });
});
