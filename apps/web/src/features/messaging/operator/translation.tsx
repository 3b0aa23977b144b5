import type { Message } from '@heartline/contracts';
import { Button } from '@heartline/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import { useLocale } from '../../../client/language.ts';
import { displayNames } from '../../../people/display-names.ts';
import {
  isReady,
  type LanguagePair,
  makeTranslator,
  translationQuery,
  translatorQuery,
} from './translator.ts';

/** Offers a translation above the messages of a member who writes in another language. */
export function TranslationBar({ language }: { language: string | undefined }) {
  const { t } = useLingui();
  const to = useLocale();
  const pair = { from: language ?? to, to };
  const { data: state } = useQuery(translatorQuery(pair));
  if (pair.from === to || state === undefined || isReady(state)) return null;
  const called = displayNames(to, 'language').of(pair.from) ?? pair.from;
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-sunk px-4 py-1.5 text-sm text-ink-2"
    >
      <Languages className="size-4" aria-hidden />
      {state === 'unavailable' && (
        <Trans>
          Written in {called}. This browser can’t translate it; Chrome and Edge on a computer can.
        </Trans>
      )}
      {state === 'loading' && (
        <Trans>Getting the translation from {called} ready. This happens only once.</Trans>
      )}
      {state === 'offered' && (
        <>
          <Trans>Written in {called}.</Trans>
          <Button size="sm" onPress={() => makeTranslator(pair)} aria-label={t`Translate from ${called}`}>
            <Trans>Translate</Trans>
          </Button>
        </>
      )}
    </div>
  );
}

/** The translation below a foreign message, once this browser can translate its language. */
export function Translation({ message, pair }: { message: Message; pair: LanguagePair }) {
  const { data: state } = useQuery(translatorQuery(pair));
  const canTranslate = pair.from !== pair.to && !message.gone && message.text !== '' && isReady(state);
  const { data: text } = useQuery({ ...translationQuery(pair, message.text), enabled: canTranslate });
  if (!canTranslate || !text || text === message.text) return null;
  return (
    <p
      lang={pair.to}
      className="mt-1 border-t border-current/15 pt-1 text-sm whitespace-pre-wrap opacity-85 [overflow-wrap:anywhere]"
    >
      <span className="sr-only">
        <Trans>Translation:</Trans>{' '}
      </span>
      {text}
    </p>
  );
}
