import { reportCsv } from '@heartline/core';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Admin, required } from '../admin.ts';
import { money } from '../print/money.ts';
import { facts, type Row, table, time } from '../print/table.ts';

type Receipt = Awaited<ReturnType<Awaited<ReturnType<Admin['core']>>['payments']['findReceipts']>>[number];

function month(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('A month is written 2026-11.');
}

/** `admin receipts`: receipts and credit notes, and the VAT of a month. Reads only. */
export function addReceiptCommands(program: Command, admin: Admin): void {
  const receipts = program
    .command('receipts')
    .description('Receipts and credit notes, and the VAT of a month for the bookkeeper');
  receipts
    .command('list')
    .argument('<named>', 'a number, a payment, a provider’s id, or a member by id, address or name')
    .description('Receipts and credit notes by what they are about')
    .action(async (named: string) => {
      const found = await (await admin.core()).payments.findReceipts(named);
      admin.show(found, table(found.map(rowOf), 'No receipt found.'));
    });
  receipts
    .command('show')
    .argument('<number>', 'its printed number, such as HL-2026-000123')
    .description('Everything that a receipt says')
    .action(async (number: string) => {
      const found = await (await admin.core()).payments.findReceipts(number);
      const all = required(found.length > 0 && found, `There is no receipt ${number}.`);
      admin.show(all, all.map((one) => facts(allOf(one))).join('\n\n'));
    });
  receipts
    .command('export')
    .requiredOption('--month <month>', 'the month, such as 2026-11', month)
    .addOption(new Option('--format <format>', 'what is printed').choices(['csv', 'json']).default('csv'))
    .description('Net, VAT and gross by country and rate, and rows whose evidence disagrees')
    .action(async ({ month: wanted, format }: { month: string; format: 'csv' | 'json' }) => {
      const report = await (await admin.core()).payments.reportMonth(wanted);
      admin.show(
        report,
        format === 'json' ? JSON.stringify(report, undefined, 2) : reportCsv(report).trimEnd(),
      );
    });
}

function rowOf(one: Receipt): Row {
  return {
    number: one.number,
    kind: one.kind,
    of: one.of,
    issued: time(one.at),
    country: one.country,
    gross: money(one.grossCents, one.currency),
    vat: `${one.vatPercent}%`,
    payment: one.payment,
    member: one.member,
  };
}

function allOf(one: Receipt): Row {
  const { seller, evidence, terms } = one;
  return {
    ...rowOf(one),
    series: one.owner,
    pack: `${one.package}, ${one.credits} credits`,
    method: one.method,
    net: money(one.netCents, one.currency),
    'VAT amount': money(one.vatCents, one.currency),
    code: one.code,
    seller: [seller.name, seller.address, seller.city, seller.country].filter(Boolean).join(', '),
    'VAT numbers': seller.vatNumbers.join(', '),
    'country of account': evidence.account,
    'country of address': evidence.ip,
    'country of payer': evidence.payer,
    terms: terms && `version ${terms.version} (${terms.locale}), ${time(terms.date)}`,
  };
}
