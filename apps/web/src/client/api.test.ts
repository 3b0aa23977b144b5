import { getChats, getUser, logOut, postMessage, signUp, startPayment } from '@heartline/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, actAs, call, onAnotherMember, onAuthenticationRequired, retryDelayMs } from './api.ts';

type Answer = { status: number; body?: unknown; page?: string } | 'network failure';

let answers: Answer[];
let calls: { at: number; url: string; init: RequestInit }[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  answers = [];
  calls = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init = {}) => {
    calls.push({ at: Date.now(), url: url as string, init });
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 200, body: {} };
    if (answer === 'network failure') throw new TypeError('Failed to fetch');
    if (answer.page !== undefined) return new Response(answer.page, { status: answer.status });
    return Response.json(answer.body ?? {}, { status: answer.status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Runs a call until it succeeds or fails, through all of its repeats. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  const settled = promise.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

const newMember = {
  email: 'a@b.nl',
  name: 'Mara',
  gender: 'female',
  sexuality: 'bi',
  date_of_birth: '1990-01-01',
  country: 'NL',
  region: 'NH',
  password: 'a long one',
  language: 'nl',
} as const;

describe('a failed call', () => {
  it('is repeated 5 times before it fails [S7-044 S9-024]', async () => {
    answers = [{ status: 503 }];
    expect(await outcome(call(getChats, {}))).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(calls).toHaveLength(6);
  });

  it.each(['CODE_LIMIT', 'OTP_TOO_MANY', 'SMS_LIMIT'])(
    'is not repeated at a limit that lasts longer than a repeat: %s',
    async (code) => {
      answers = [{ status: 429, body: { error: { code } } }];
      expect(await outcome(call(getChats, {}))).toMatchObject({ code });
      expect(calls).toHaveLength(1);
    },
  );

  it('is UNAVAILABLE when a proxy answers with an error of its own', async () => {
    answers = [{ status: 503, body: { error: 'Service Unavailable' } }];
    expect(await outcome(call(getChats, {}))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it.each([
    ['the login page of a network', '<!doctype html><title>Free Wi-Fi</title>'],
    ['a truncated answer', '{"chats":['],
  ])('is a failure when it ends with %s, even with status 200', async (_, page) => {
    answers = [{ status: 200, page }];
    expect(await outcome(call(logOut, {}))).toMatchObject({ status: 0, code: 'UNAVAILABLE' });
    answers = [
      { status: 200, page },
      { status: 200, body: { chats: [] } },
    ];
    expect(await outcome(call(getChats, {}))).toEqual({ chats: [] });
  });

  it('is PAYLOAD_TOO_LARGE and not repeated when a proxy refuses the size', async () => {
    answers = [{ status: 413, body: null }];
    expect(await outcome(call(getChats, {}))).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect(calls).toHaveLength(1);
  });

  it('waits twice as long before each repeat [S7-045 S9-025]', async () => {
    answers = ['network failure'];
    await outcome(call(getChats, {}));
    expect(calls.slice(1).map(({ at }, index) => at - (calls[index]?.at ?? 0))).toEqual([
      300, 600, 1_200, 2_400, 4_800,
    ]);
    expect(retryDelayMs(2, 1)).toBe(900);
  });

  it.each([408, 429, 502, 503, 504])('is repeated after %i', async (status) => {
    answers = [{ status }, { status: 200, body: { chats: [] } }];
    expect(await outcome(call(getChats, {}))).toEqual({ chats: [] });
    expect(calls).toHaveLength(2);
  });

  it.each([400, 403, 404, 409, 500])('is not repeated after %i', async (status) => {
    answers = [{ status }];
    expect(await outcome(call(getChats, {}))).toMatchObject({ status });
    expect(calls).toHaveLength(1);
  });

  it('is not repeated when it changes state without a key of its own', async () => {
    answers = ['network failure'];
    expect(await outcome(call(signUp, newMember))).toMatchObject({ status: 0, code: 'UNAVAILABLE' });
    await outcome(call(logOut, {}));
    expect(calls).toHaveLength(2);
  });

  it('is repeated under its own key when it has one', async () => {
    answers = ['network failure', { status: 200, body: { ok: 1 } }];
    const clientId = '11111111-1111-4111-8111-111111111111';
    await outcome(call(postMessage, { clientId, profile: 'a'.repeat(24), text: 'Hi', credits: 1 }));
    answers = ['network failure', { status: 200, body: { ok: 1 } }];
    await outcome(call(startPayment, { key: clientId, package: 'p1', method: 'creditcard' }));
    expect(calls).toHaveLength(4);
    expect(calls[0]?.init.body).toBe(calls[1]?.init.body);
  });

  it('is repeated as the member who made it, even after another sign-in', async () => {
    answers = ['network failure', { status: 403, body: { error: { code: 'ANOTHER_MEMBER', message: '' } } }];
    actAs('mara');
    const clientId = '11111111-1111-4111-8111-111111111111';
    const sent = call(postMessage, { clientId, profile: 'a'.repeat(24), text: 'Hi', credits: 1 });
    await vi.advanceTimersByTimeAsync(1);
    actAs(undefined);
    actAs('nele');
    expect(await outcome(sent)).toMatchObject({ code: 'ANOTHER_MEMBER' });
    actAs(undefined);
    const meant = calls.map(({ init }) => (init.headers as Record<string, string>)['X-Member']);
    expect(meant).toEqual(['mara', 'mara']);
  });

  it('is repeated after a timeout, and not when the caller aborts it', async () => {
    const line = new AbortController();
    const inTime = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(line.signal);
    const onSilentLine = (_: unknown, { signal }: RequestInit = {}) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    vi.mocked(fetch).mockImplementationOnce(onSilentLine);
    answers = [{ status: 200, body: { chats: [] } }];
    const own = new AbortController();
    const asked = outcome(call(getChats, {}, { signal: own.signal }));
    line.abort(new DOMException('', 'TimeoutError'));
    expect(await asked).toEqual({ chats: [] });
    expect(inTime).toHaveBeenCalledWith(60_000);
    vi.mocked(fetch).mockImplementationOnce(onSilentLine);
    const given = outcome(call(getChats, {}, { signal: own.signal }));
    own.abort();
    expect(await given).toMatchObject({ name: 'AbortError' });
  });

  it('carries code, values and fields of the refusal', async () => {
    const error = {
      code: 'VALIDATION_FAILED',
      message: 'Please check',
      values: { minAge: 18 },
      fields: { email: 'EMAIL_INVALID' },
    };
    answers = [{ status: 400, body: { error } }];
    const refusal = await outcome(call(signUp, newMember));
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ ...error, status: 400 });
  });
});

it('marks every request as one of the client and keeps a query apart from a body [S7-008]', async () => {
  await outcome(call(getUser, {}));
  await outcome(call(signUp, newMember));
  expect(new Headers(calls[0]?.init.headers).get('x-request-type')).toBe('client');
  expect(calls[0]).toMatchObject({ url: '/api/user.php', init: { method: 'GET', body: null } });
  expect(calls[1]).toMatchObject({ url: '/api/signup.php', init: { method: 'POST' } });
});

describe('a 403 flagged authentication_required', () => {
  const flagged: Answer = {
    status: 403,
    body: {
      error: { code: 'AUTHENTICATION_REQUIRED', message: 'Log in first.' },
      authentication_required: true,
    },
  };

  it('ends the session on this page [S4-064 S8-027]', async () => {
    const listener = vi.fn<() => void>();
    const stop = onAuthenticationRequired(listener);
    answers = [flagged];
    await outcome(call(getChats, {}));
    expect(listener).toHaveBeenCalledOnce();
    stop();
  });

  it('keeps the session of a member who signed in after the call was made', async () => {
    const listener = vi.fn<() => void>();
    const stop = onAuthenticationRequired(listener);
    answers = [flagged];
    actAs('mara');
    const late = call(getChats, {});
    actAs('nele');
    await outcome(late);
    actAs(undefined);
    expect(listener).not.toHaveBeenCalled();
    stop();
  });

  it('goes out as the page’s member, and is reported when another is signed in', async () => {
    const listener = vi.fn<() => void>();
    const stop = onAnotherMember(listener);
    actAs('mara');
    answers = [{ status: 403, body: { error: { code: 'ANOTHER_MEMBER', message: '' } } }];
    expect(await outcome(call(getChats, {}))).toMatchObject({ code: 'ANOTHER_MEMBER' });
    expect(listener).toHaveBeenCalledOnce();
    answers = [{ status: 200, body: {} }];
    await outcome(call(getUser, {}));
    actAs(undefined);
    stop();
    const meant = calls.map(({ init }) => (init.headers as Record<string, string>)['X-Member']);
    expect(meant).toEqual(['mara', undefined]);
  });

  it('is ignored on the user endpoint and without the flag [S4-065]', async () => {
    const listener = vi.fn<() => void>();
    const stop = onAuthenticationRequired(listener);
    answers = [flagged];
    await outcome(call(getUser, {}));
    answers = [{ status: 403, body: { error: { code: 'BLOCKED_BY', message: '' } } }];
    await outcome(call(getChats, {}));
    expect(listener).not.toHaveBeenCalled();
    stop();
  });
});
