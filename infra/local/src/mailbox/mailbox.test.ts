import { createMailer, createSmsSender, SmsRefused } from '@heartline/platform';
import { expect, it, onTestFinished } from 'vitest';
import { startMailbox } from './mailbox.ts';

it('shows a mail with its picture, and stores the headers of automatic mails', async () => {
  const mailbox = await startMailbox({});
  onTestFinished(() => mailbox.stop());
  const from = { name: 'Heartline', address: 'no-reply@site.example' };
  const limits = { connections: 1, connectMs: 10_000, answerMs: 10_000 };
  const mailer = createMailer({ url: mailbox.smtpUrl, from, ...limits });
  onTestFinished(() => mailer.close());
  const bytes = Buffer.from('picture');
  await mailer.send({
    id: 'one',
    to: 'mara@site.example',
    subject: 'Hello',
    text: 'Hello',
    html: '<img src="cid:mark" alt="Heartline">',
    pictures: [{ cid: 'mark', filename: 'mark.png', contentType: 'image/png', bytes }],
    headers: { 'List-Unsubscribe': '<https://site.example/off>' },
  });
  const { html, raw } = await mailbox.waitFor('mara@site.example');
  expect(html).toContain(`<img src="data:image/png;base64,${bytes.toString('base64')}" alt="Heartline">`);
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(raw).toMatch(/^X-Auto-Response-Suppress: All\r$/m);
  expect(raw).toMatch(/^List-Unsubscribe: /m);
});

it('shows a text message once, however often it is sent, and to the right key only', async () => {
  const mailbox = await startMailbox({});
  onTestFinished(() => mailbox.stop());
  const sender = createSmsSender({ ...mailbox.sms, from: 'Heartline' });
  const message = { id: 'code-1', to: '+31612345678', text: 'Your code is 482913.' };
  await sender.send(message);
  await sender.send(message);
  expect(await mailbox.waitForText('+31612345678')).toMatchObject({ ...message, from: 'Heartline' });
  expect(mailbox.texts()).toHaveLength(1);
  expect(mailbox.texts('+49151')).toEqual([]);
  expect(await (await fetch(mailbox.origin)).text()).toContain('Your code is 482913.');
  await expect(sender.send({ ...message, id: 'code-2', to: 'nobody' })).rejects.toBeInstanceOf(SmsRefused);
  const stranger = createSmsSender({ ...mailbox.sms, key: 'other', from: 'Heartline' });
  await expect(stranger.send(message)).rejects.toThrow('SMS provider: status 401');
  mailbox.clear();
  expect(mailbox.texts()).toEqual([]);
});
