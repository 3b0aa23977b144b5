import { expect, it } from 'vitest';
import { escapeHtml } from './html.ts';

it('leaves nothing that could begin or end a tag, an attribute or an entity', () => {
  expect(escapeHtml(`<b title="x" lang='y'>Tom & Jerry</b>`)).toBe(
    '&lt;b title=&quot;x&quot; lang=&#39;y&#39;&gt;Tom &amp; Jerry&lt;/b&gt;',
  );
  expect(escapeHtml('&lt;')).toBe('&amp;lt;');
});
