import type { ErrorCode, FieldError } from '@heartline/contracts';
import { ApiError } from '../../client/api.ts';

/** The code of a refused call; undefined for success and for what never reached the server. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof ApiError && error.status > 0 ? error.code : undefined;
}

/** What the server said of one field of the form. */
export function fieldErrorOf(error: unknown, field: string): FieldError | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}
