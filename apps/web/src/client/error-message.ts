import type { FieldError, Refusal } from '@heartline/contracts';
import { ERROR_TEXTS, FIELD_TEXTS, GENERAL_ERROR, say } from '@heartline/i18n';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useCallback } from 'react';
import { ApiError } from './api.ts';
import { useSettings } from './session.ts';

const isRefusal = (failure: unknown): failure is Pick<Refusal, 'code' | 'values'> =>
  typeof failure === 'object' && failure !== null && 'code' in failure && String(failure.code) in ERROR_TEXTS;

/** True when the server was not reached, so this device knows all there is to know. */
export const isUnreached = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 0;

/** The text of an error in the page's language: an `ApiError`, a refused socket call, or anything thrown. */
export function useErrorMessage(): (failure: unknown) => string {
  const { i18n } = useLingui();
  return useCallback((failure) => errorText(i18n, failure), [i18n]);
}

/** The same outside of a component. */
export function errorText(i18n: I18n, failure: unknown): string {
  const isAnswer = isRefusal(failure) && !isUnreached(failure);
  // A lazy component that could not be loaded throws the browser's own error.
  if (!isAnswer && !navigator.onLine) return i18n._(msg`You’re offline`);
  // A network without internet counts as no connection. The request itself is not wrong.
  if (isUnreached(failure)) return i18n._(msg`No connection right now.`);
  if (isRefusal(failure)) {
    return say(i18n, ERROR_TEXTS[failure.code], failure.values ?? {});
  }
  return say(i18n, GENERAL_ERROR);
}

/** The text of one wrong form field in the page's language. */
export function useFieldMessage(): (error: FieldError | undefined) => string | undefined {
  const { i18n } = useLingui();
  const { min_age: minAge } = useSettings();
  return useCallback((error) => error && say(i18n, FIELD_TEXTS[error], { minAge }), [i18n, minAge]);
}
