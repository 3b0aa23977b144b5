import type { ErrorCode, FieldError } from '@heartline/contracts';
import { ApiError } from '../../client/api.ts';

/** The code of a refused call; undefined for success and when the server was not reached. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof ApiError && error.status > 0 ? error.code : undefined;
}

/** The server's error for one field of the form. */
export function fieldErrorOf(error: unknown, field: string): FieldError | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined;
}
