// @vitest-environment happy-dom
import { Bubble } from '@heartline/ui';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { QuoteLines } from './content/quote-lines.tsx';
import { TextContent } from './content/text-content.tsx';
import type { Row } from './conversation-rows.ts';

/** Texts that try to inject markup or scripts. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '"><svg onload=alert(1)>',
  '</span><iframe srcdoc="<b>1</b>">',
  '{{7*7}} ${7*7} <%= 7*7 %>',
  '**bold** [a link](javascript:alert(1)) `code`',
  'javascript:alert(1) data:text/html,<b>1</b> vbscript:x',
  '&lt;b&gt; &amp;',
];

function shown(element: React.ReactElement): HTMLElement {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  document.body.innerHTML = renderToStaticMarkup(<I18nProvider i18n={i18n}>{element}</I18nProvider>);
  return document.body;
}

it('hostile 32: shows markup as plain text and creates no elements', () => {
  for (const text of HOSTILE) {
    const message = shown(<TextContent row={{ text } as Row} name="Eve" />);
    expect(message.textContent).toBe(text);
    expect(message.querySelectorAll(':not(span, mark)')).toHaveLength(0);
    const quote = shown(<QuoteLines quote={{ seq: 1, sender: 'eve', kind: 'text', text }} author={text} />);
    expect(quote.textContent).toBe(text + text);
    expect(quote.querySelectorAll(':not(span, bdi)')).toHaveLength(0);
  }
});

it('names the photo in a quote of a photo with a caption', () => {
  const quote = { seq: 1, sender: 'ada', kind: 'photo', text: 'At the sea' } as const;
  expect(shown(<QuoteLines quote={quote} author="Ada" />).textContent).toBe('AdaPhoto: At the sea');
});

it('hostile 32: opens a web address without referrer and without extra attributes', () => {
  const page = shown(
    <TextContent row={{ text: 'https://a.example/"onclick="alert(1)' } as Row} name="Eve" />,
  );
  const [link, ...others] = page.querySelectorAll('a');
  expect(others).toEqual([]);
  expect(link?.getAttributeNames().sort()).toEqual(['class', 'href', 'rel', 'target']);
  expect(link?.getAttribute('href')).toBe('https://a.example/');
  expect(link?.getAttribute('rel')).toContain('noopener noreferrer');
});

it('hostile 31: isolates text with direction characters from the text around it', () => {
  const page = shown(
    <Bubble isOwn={false} meta="12:30">
      <TextContent row={{ text: '\u202eevil\u2067' } as Row} name="Eve" />
    </Bubble>,
  );
  // An element with its own `dir` is isolated from the text around it.
  const [turned, ...others] = [...page.querySelectorAll('[dir=auto]')];
  expect(others).toEqual([]);
  expect(turned?.textContent).toBe('\u202eevil\u2067');
  expect(page.textContent).toContain('12:30');
});
