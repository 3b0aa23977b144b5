import { describe, expect, it } from 'vitest';
import { looseTextsOf } from './loose-texts.ts';

const texts = (source: string) => looseTextsOf(source, 'a.tsx').map(({ text }) => text);

describe('words outside the catalogs', () => {
  it.each([
    ['between tags', '<p>Hello there</p>', 'Hello there'],
    ['beside a macro', '<p><Trans>Hello</Trans> and more</p>', 'and more'],
    ['in braces', "<p>{'Hello'}</p>", 'Hello'],
    ['in a choice', "<p>{isOn ? 'Yes' : t`No`}</p>", 'Yes'],
    ['after a condition', "<p>{isOn && 'Hello'}</p>", 'Hello'],
    ['in a template', '<p>{`Hello ${name}`}</p>', 'Hello'],
    ['as a label', '<Button label="Send" />', 'Send'],
    ['for screen readers', '<a aria-label={"Home"} />', 'Home'],
    ['of a picture', '<img alt="A portrait" />', 'A portrait'],
    ['in an object that is shown', "showToast({ title: 'Saved' })", 'Saved'],
  ])('are found %s', (_where, source, text) => {
    expect(texts(`const a = () => ${source};`)).toEqual([text]);
  });

  it.each([
    '<p><Trans>Hello there</Trans></p>',
    '<p>{t`Hello`}</p>',
    '<p className="title text-lg" id="content">{price} · €5 &nbsp;</p>',
    '<Button label={t`Send`} href="/members" variant="primary" />',
    '<img alt="" />',
    "<p>{count > 9 ? '9+' : count}</p>",
    "({ title: t`Saved`, tone: 'error' })",
    '<Plural value={n} one="# like" other="# likes"></Plural>',
  ])('are not found in %s', (source) => {
    expect(texts(`const a = () => ${source};`)).toEqual([]);
  });
});
