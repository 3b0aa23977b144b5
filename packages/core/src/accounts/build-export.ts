import { CONSTANTS } from '@heartline/contracts';
import { type ArchiveFile, failpoint } from '@heartline/platform';
import type { SignUpLander, TermsAgreed, TextVersion } from './account.model.ts';
import type { AccountsContext, ExportPart } from './accounts-context.ts';
import { createExportPages, type ExportPages } from './export-pages.ts';

const RETENTION_MS = CONSTANTS.exportHours * 3_600_000;
/** Minimum time between two progress updates that the waiting page shows. */
const PROGRESS_EVERY_MS = 500;

/**
 * Writes the archive of one request: everything as JSON under `data/`, the same as pages, and the pictures.
 * It works part by part, so its memory use stays constant.
 *
 * - A newer request, or a row already done, ends it.
 * - Its queue retries a failed run; after the last attempt the row says so.
 */
export async function buildExport(context: AccountsContext, member: string, key: string): Promise<void> {
  const { exports } = context.collections;
  const row = await exports.findOne({ _id: member, key });
  if (!row || row.state === 'ready') return;
  try {
    const sizeBytes = await context.archives.write(key, files(context, member, key));
    failpoint('export:after-file');
    const done = await exports.updateOne(
      { _id: member, key },
      { $set: { state: 'ready', progress: 100, sizeBytes, expiresAt: context.clock.now() + RETENTION_MS } },
    );
    // A newer request or an erasure came first: nothing will fetch this file.
    if (done.matchedCount !== 1) await context.archives.remove(key);
  } catch (error) {
    const expiresAt = context.clock.now() + RETENTION_MS;
    // Another run of the same job may have finished it.
    await exports.updateOne(
      { _id: member, key, state: 'building' },
      { $set: { state: 'failed', expiresAt } },
    );
    throw error;
  }
}

async function* files(context: AccountsContext, member: string, key: string): AsyncGenerator<ArchiveFile> {
  const pages = await openPages(context, member);
  const report = await progressReport(context, member, key);
  for await (const part of parts(context, member)) {
    yield* filesOf(part, pages);
    await report();
  }
  yield { name: 'index.html', bytes: Buffer.from(pages.index()) };
}

function* filesOf(part: ExportPart, pages: ExportPages): Generator<ArchiveFile> {
  if (part.kind === 'picture') {
    pages.addPicture(part.name);
    yield { name: `photos/${part.name}.webp`, bytes: part.bytes, isPacked: true };
    return;
  }
  if (part.kind === 'data') {
    pages.addSection(part.title, part.data);
    yield { name: `data/${part.name}.json`, bytes: json(part.data) };
    return;
  }
  const { fictional, data } = part;
  const { name, html } = pages.conversation(part, data);
  yield { name: `data/conversations/${name}.json`, bytes: json({ with: part.with, fictional, ...data }) };
  yield { name: `conversations/${name}.html`, bytes: Buffer.from(html) };
}

function json(data: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(data, null, 2)}\n`);
}

async function openPages(context: AccountsContext, member: string): Promise<ExportPages> {
  const [account, profile] = await Promise.all([
    context.collections.accounts.findOne({ _id: member }),
    context.hooks.profiles.own(member),
  ]);
  if (!account) throw new Error('export not built: account not found');
  const { settings } = await context.hooks.site.settingsOf(account.site);
  return createExportPages({
    language: account.language,
    country: account.country,
    site: settings.name,
    timeZone: settings.time_zone,
    name: profile?.name ?? account.email,
    now: context.clock.now(),
  });
}

/** The data of this feature first, then that of all others. */
async function* parts(context: AccountsContext, member: string): AsyncGenerator<ExportPart> {
  const { accounts, sessions, mails } = context.collections;
  const account = await accounts.findOne({ _id: member });
  if (account) {
    const { email, language, country, status, createdAt, activatedAt, premiumAt, fictionalConfirmedAt } =
      account;
    const { tracking, partnerOffersAt, partnerOffersLog = [], notificationsDisabled, termsAgreed } = account;
    const { seenAt: lastSeenAt, lander } = account;
    const facts = { email, language, country, status, createdAt, activatedAt, premiumAt, lastSeenAt };
    const consents = { ...agreedTo(termsAgreed), fictionalConfirmedAt, partnerOffersAt, partnerOffersLog };
    const rest = { tracking, ...(lander && { lander: landerName(lander) }), notificationsDisabled };
    yield { kind: 'data', name: 'account', title: 'account', data: { ...facts, ...consents, ...rest } };
  }
  const devices = await sessions.find({ member }).limit(1_000).toArray();
  yield {
    kind: 'data',
    name: 'sessions',
    title: 'sessions',
    data: devices.map(({ device, createdAt, seenAt }) => ({ device, createdAt, lastSeenAt: seenAt })),
  };
  const letters = await mails.find({ member }).limit(10_000).toArray();
  yield {
    kind: 'data',
    name: 'mails',
    title: 'mails',
    data: letters.map(({ template, sentAt, to }) => ({ kind: template, sentAt, ...(to && { email: to }) })),
  };
  yield* context.hooks.personalData.gather(member);
}

/** The texts that the member agreed to, each by its number and day. */
function agreedTo(agreed: TermsAgreed | undefined) {
  if (!agreed) return {};
  const nameOf = ({ version, date }: TextVersion) =>
    date === null ? `${version}` : `${version} (${new Date(date).toISOString().slice(0, 10)})`;
  const { at, terms, privacy } = agreed;
  return { termsAgreedAt: at, termsVersion: nameOf(terms), privacyVersion: nameOf(privacy) };
}

/** The lander of a sign-up with its campaign and variant, such as `gallery, summer, a`. */
const landerName = ({ lander, slug, variant }: SignUpLander) =>
  [lander, slug, variant].filter(Boolean).join(', ');

/** Stores the progress at intervals. Writing the archive counts as the last steps. */
async function progressReport(context: AccountsContext, member: string, key: string) {
  const total = await context.hooks.personalData.count(member);
  let done = 0;
  let lastAt = 0;
  return async () => {
    done += 1;
    const at = performance.now();
    if (at - lastAt < PROGRESS_EVERY_MS) return;
    lastAt = at;
    const progress = Math.min(99, Math.floor((done / (total + 3)) * 100));
    await context.collections.exports.updateOne(
      { _id: member, key, state: 'building' },
      { $set: { progress } },
    );
  };
}
