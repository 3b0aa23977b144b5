import { checkSignUp, type ErrorCode, type FieldError } from '@heartline/contracts';
import { useMutation } from '@tanstack/react-query';
import { ApiError, call } from '../../client/api.ts';
import type { SignUpAnswers, SignUpField } from './sign-up-rules.ts';

/** Fields that only the server can check, when their screen is left. */
const CHECKED: ReadonlySet<SignUpField> = new Set(['email', 'name']);

/** A slower answer is not waited for. */
const TIMEOUT_MS = 3_000;

/**
 * Asks the server early whether the address and the name are free. Only a refusal keeps the visitor on the screen. When
 * the server is away, or asked too often, the sign-up itself reports the error at its end.
 */
export function useChecking(
  answers: SignUpAnswers,
  key: string,
  onRefused: (fields: Partial<Record<SignUpField, FieldError>>) => void,
) {
  const checking = useMutation({
    mutationFn: async (fields: readonly SignUpField[]): Promise<void> => {
      const named = fields.includes('name') && { name: answers.name.trim() };
      const asked = { key, email: answers.email.trim(), ...named };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      await call(checkSignUp, asked, { signal }).catch((error: unknown) => {
        if (isRefusal(error)) throw error;
      });
    },
    onError: (error) => onRefused(error instanceof ApiError ? error.fields : {}),
    // Otherwise it would pause without a network and keep the visitor on the screen.
    networkMode: 'always',
  });
  const isDue = (fields: readonly SignUpField[]) => fields.some((field) => CHECKED.has(field));
  return { checking, isDue };
}

/** The codes that keep a visitor on the screen. The contract's own list is left out of the build. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'VALIDATION_FAILED',
  'EMAIL_TAKEN',
  'EMAIL_PENDING_DELETION',
  'SIGNUP_CLOSED',
]);

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && REFUSALS.has(error.code);
}
