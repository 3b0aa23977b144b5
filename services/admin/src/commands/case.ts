import { writeFile } from 'node:fs/promises';
import {
  CASE_OUTCOMES,
  type CaseOutcome,
  REPORT_REASONS,
  type ReportReason,
  type Result,
} from '@heartline/contracts';
import { type CaseRow, CLOSING_OUTCOMES, type Core, outcomeNow } from '@heartline/core';
import { type Command, Option } from 'commander';
import { type Admin, required, Unable } from '../admin.ts';
import { paidBack } from '../print/paid-back.ts';
import { facts, table, time } from '../print/table.ts';
import { limitOption } from './how-many.ts';

/** `admin case`: what members reported, and what is decided about it. */
export function addCaseCommands(program: Command, admin: Admin): void {
  const cases = program.command('case').description('Reports: list, look at, decide, answer complaints');
  cases
    .command('list')
    .addOption(
      new Option('--state <state>', 'which ones').choices(['open', 'decided', 'complaints']).default('open'),
    )
    .addOption(limitOption(50))
    .description('Cases: what is to be done from the oldest, decided ones from the latest decision')
    .action(async ({ state, limit }: { state: 'open' | 'decided' | 'complaints'; limit: number }) => {
      const core = await admin.core();
      const found = await core.safety.cases.list({ state, limit });
      admin.show(
        found,
        table(found.map(row), `No ${state === 'complaints' ? 'complaint' : `${state} case`}.`),
      );
    });
  cases
    .command('show')
    .argument('<case>', 'id of the case')
    .option('--photo <file>', 'save the reported photo here')
    .description('One case: who, what, as it was when it was reported')
    .action((id: string, options: { photo?: string }) => show(admin, id, options.photo));
  addDecide(cases, admin);
  addAnswer(cases, admin);
}

function addDecide(cases: Command, admin: Admin): void {
  const sides = ['reporter', 'reported'] as const;
  cases
    .command('decide')
    .argument('<case>', 'id of the case')
    .addOption(new Option('--outcome <outcome>', 'what happens').choices(CASE_OUTCOMES).makeOptionMandatory())
    .addOption(
      new Option('--rule <rule>', 'the rule it is about; default: the reason given').choices(REPORT_REASONS),
    )
    .requiredOption('--reason <text>', 'the reasons, as both sides will read them')
    .description('Decides a case, does what follows and tells both sides')
    .action(async (id: string, options: { outcome: CaseOutcome; rule?: ReportReason; reason: string }) => {
      const { outcome, rule, reason } = options;
      const what = { act: 'case.decide', target: id, reason, detail: { outcome, ...(rule && { rule }) } };
      const decided = await admin.act(what, async (core) =>
        taken(
          id,
          await core.safety.cases.decide(id, {
            outcome,
            rule,
            reasons: reason.trim(),
            operator: admin.operator(),
          }),
        ),
      );
      const { row: after, returned, hasClosed } = decided;
      const paid = outcome === 'removed_as_fake' ? `; ${paidBack(returned)}` : '';
      const isBack = (after.restoredAt ?? 0) > (after.decision?.at ?? 0);
      const why = isBack ? 'an operator let the member in again since' : 'it is erased';
      const none = CLOSING_OUTCOMES.has(outcome) && !hasClosed ? ` No account was closed: ${why}.` : '';
      admin.show(
        { case: id, outcome, reported: after.reported, returned, closed: hasClosed },
        `Decided: ${outcome}${paid}.${none}`,
      );
    });
  cases
    .command('link')
    .argument('<case>', 'id of the case')
    .addOption(new Option('--side <side>', 'for whom').choices(sides).makeOptionMandatory())
    .requiredOption('--reason <text>', 'why they need one')
    .description('Makes a link to the case page for somebody who can’t sign in; the one before stops working')
    .action(async (id: string, { side, reason }: { side: (typeof sides)[number]; reason: string }) => {
      const what = { act: 'case.link', target: id, reason, detail: { side } };
      const link = await admin.act(what, async (core) => {
        const made = await core.safety.cases.link(id, side);
        return required(
          made.ok && made.value,
          `No link is made: there is no case ${id}, or nothing was decided against the reported side, to whom it would open nothing.`,
        );
      });
      admin.show({ case: id, side, link }, link);
    });
}

function addAnswer(cases: Command, admin: Admin): void {
  const outcomes = ['upheld', 'changed'] as const;
  const sides = ['reporter', 'reported'] as const;
  interface Options {
    side: (typeof sides)[number];
    outcome: (typeof outcomes)[number];
    decides?: CaseOutcome;
    reason: string;
  }
  cases
    .command('answer')
    .argument('<case>', 'id of the case')
    .addOption(new Option('--side <side>', 'whose complaint').choices(sides).makeOptionMandatory())
    .addOption(
      new Option('--outcome <outcome>', 'what becomes of it').choices(outcomes).makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--decides <outcome>',
        'with “changed”: what the decision says now, told to both sides with the reasons',
      ).choices(CASE_OUTCOMES),
    )
    .requiredOption('--reason <text>', 'the reasons, as they will read them')
    .description('Answers a complaint; letting an account in again is an act of its own (member restore)')
    .action(async (id: string, { side, outcome, decides, reason }: Options) => {
      if (decides && outcome !== 'changed') throw new Unable('--decides goes with --outcome changed.');
      const now = decides && { decides };
      const what = { act: 'case.answer', target: id, reason, detail: { side, outcome, ...now } };
      const answer = { outcome, ...now, reasons: reason.trim(), operator: admin.operator() };
      const { reported } = await admin.act(what, async (core) =>
        taken(id, await core.safety.cases.answer(id, side, answer)),
      );
      const said = decides ? ` Both sides read: ${decides}.` : '';
      const opens = outcome === 'changed' && !(decides && CLOSING_OUTCOMES.has(decides));
      const isClosed = opens && (await isAccountClosed(await admin.core(), reported));
      const stays = isClosed ? ` The account stays closed until: member restore ${reported}` : '';
      admin.show(
        { case: id, side, outcome, ...now },
        `The complaint is answered: ${outcome}.${said}${stays}`,
      );
    });
}

/** True if an operator closed the account, which only `member restore` undoes. */
async function isAccountClosed(core: Core, member: string): Promise<boolean> {
  const account = await core.accounts.accountOf(member);
  return account?.status === 'disabled' || account?.deletion?.statusBefore === 'disabled';
}

async function show(admin: Admin, id: string, photo: string | undefined): Promise<void> {
  const core = await admin.core();
  const found = await core.safety.cases.find(id);
  if (!found) throw new Unable(sayWhy('NOT_FOUND', id));
  const { links, ...data } = found;
  const linked = { reporter: links.reporter !== null, reported: links.reported !== null };
  admin.show({ ...data, linked }, textOf(found));
  const bytes = await core.safety.cases.evidence(id);
  if (!bytes) {
    if (photo) throw new Unable('No photo is kept with this case: nothing was saved.');
    return;
  }
  if (photo) await writeFile(photo, bytes);
  admin.say(photo ? `The photo is in ${photo}.` : 'There is a photo: --photo <file> saves it.');
}

function answersOf({ prompts = [] }: CaseRow['snapshot']['person']): string | null {
  return prompts.map(({ key, answer }) => `${key}: ${answer}`).join(' | ') || null;
}

function textOf(of: CaseRow): string {
  const { person, message } = of.snapshot;
  const lines = [
    facts({
      case: of._id,
      reporter: of.reporter,
      reported: `${of.reported} (${person.name}${person.fictional ? ', fictional' : ''})`,
      about: of.subject.kind,
      reason: of.reason,
      note: of.note || null,
      opened: time(of.openedAt),
      born: person.dateOfBirth,
      place: [person.country, person.region, person.city].filter(Boolean).join(' '),
      profile: person.about,
      answers: answersOf(person),
      photos: person.photos,
    }),
  ];
  if (message) {
    const said = [...message.before, message];
    const who = (id: string) => (id === of.reporter ? 'reporter' : 'reported');
    lines.push(
      table(said.map(({ sender, at, text }) => ({ at: time(at), who: who(sender), text }))),
      facts({
        message: message.text,
        ...(message.takenBack && { takenBack: 'yes: the reporter does not read these words' }),
        ...(message.withheld && { withheld: 'yes: undelivered or too old, the reporter does not read it' }),
      }),
    );
  }
  if (of.decision) {
    const { outcome, rule, reasons, operator, at } = of.decision;
    lines.push(facts({ decision: outcome, rule, reasons, by: operator, at: time(at) }));
  }
  for (const side of ['reporter', 'reported'] as const) {
    const complaint = of.complaints[side];
    if (!complaint) continue;
    const { words, at, answer } = complaint;
    const { outcome = null, decides = null } = answer ?? {};
    lines.push(facts({ complaint: side, words, at: time(at), answer: outcome, decides }));
  }
  return lines.join('\n\n');
}

function row(of: CaseRow) {
  return {
    case: of._id,
    opened: time(of.openedAt),
    about: of.subject.kind,
    reason: of.reason,
    reported: of.reported,
    name: of.snapshot.person.name,
    outcome: outcomeNow(of),
    note: of.note || null,
  };
}

/** Returns the value, or throws the sentence that says why there is none. */
function taken<T>(id: string, result: Result<T>): T {
  if (!result.ok) throw new Unable(sayWhy(result.refusal.code, id));
  return result.value;
}

function sayWhy(code: string, id: string): string {
  if (code === 'NOT_FOUND') return `There is no such case, or no such complaint: ${id}.`;
  if (code === 'VALIDATION_FAILED')
    return 'The reported profile has no account that this would close, and both sides would read that one was. Nothing is decided. Decide “warning” or “no_action”, and take the rest to the people who answer for the profile.';
  if (code === 'COMPLAINT_CLOSED')
    return 'This complaint was answered already, or you decided the case: then somebody else has to answer.';
  return 'This case was decided otherwise already, or a complaint changed what was decided. See: case show';
}
