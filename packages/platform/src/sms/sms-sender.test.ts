import { describe, expect, it } from 'vitest';
import { type Answer, serveAnswers } from '../payments/server-in-test.ts';
import { SmsRefused } from '../ports.ts';
import { createSmsSender } from './sms-sender.ts';

const MESSAGE = { id: 'otp-1', to: '+31612345678', text: 'Your code is 482913.' };

async function sms(answer: () => Answer) {
  const { url, received } = await serveAnswers(answer);
  const sender = createSmsSender({ url: `${url}/messages`, key: 'sms_secret', from: 'Heartline' });
  return { sender, received };
}

async function failureOf(answer: Answer): Promise<Error> {
  const { sender } = await sms(() => answer);
  const outcome: unknown = await sender.send(MESSAGE).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Error);
  const error = outcome as Error;
  expect(JSON.stringify([error.message, error.cause])).not.toMatch(/3161234|482913|sms_secret/);
  return error;
}

describe('SMS sender', () => {
  it.each([200, 201, 202, 204])('takes %i for an accepted message', async (status) => {
    const { sender, received } = await sms(() => ({ status }));
    await sender.send(MESSAGE);
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/messages',
        headers: { authorization: 'Bearer sms_secret', 'idempotency-key': 'otp-1' },
        body: { ...MESSAGE, from: 'Heartline' },
      },
    ]);
  });

  it.each([400, 404, 409, 410, 413, 422])('takes %i for a refusal', async (status) => {
    expect(await failureOf({ status, body: { echoed: MESSAGE } })).toBeInstanceOf(SmsRefused);
  });

  it.each([401, 403, 429, 500, 503])('takes %i for no answer', async (status) => {
    const error = await failureOf({ status, body: { echoed: MESSAGE } });
    expect(error).not.toBeInstanceOf(SmsRefused);
    expect(error.message).toBe(`SMS provider: status ${status}`);
  });

  it('follows no redirect, which could carry the key elsewhere', async () => {
    const error = await failureOf({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
    expect(error.message).toBe('SMS provider: redirect refused');
  });
});
