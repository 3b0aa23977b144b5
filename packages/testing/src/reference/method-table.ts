import { DEFAULT_PRIVATE_SETTINGS, DEFAULT_SETTINGS, type PaymentWay } from '@heartline/contracts';
import { currencyOf, paymentWays } from '@heartline/domain';
import { createPaymentAccounts, type MethodAbility, type ProviderName } from '@heartline/platform';

const PROVIDERS = ['stripe', 'mollie', 'nexi', 'bridge'] as const satisfies readonly ProviderName[];

const COMES: Readonly<Record<PaymentWay['comes'], string>> = {
  'at-once': 'at once',
  minutes: 'after minutes',
  day: 'after a working day',
  week: 'after about a week',
};

/** The abilities of each provider, in the order of the columns. */
async function abilities() {
  const common = { key: 'k', webhookSecret: 'w'.repeat(16), url: 'http://localhost' };
  const accounts = await createPaymentAccounts(
    PROVIDERS.map((provider) => ({ account: provider, provider, ...common })),
  );
  return PROVIDERS.map((provider) => accounts.of(provider)?.can ?? {});
}

function abilityWords(ability: MethodAbility | undefined): string {
  if (!ability) return '–';
  const { refund, close } = ability;
  const limits = [
    ...(refund === 'whole' ? ['whole refunds only'] : []),
    ...(refund === 'no' ? ['no refund'] : []),
    ...(close === 'sometimes' ? ['can’t always be closed'] : []),
    ...(close === 'never' ? ['ends by itself'] : []),
  ];
  return ['yes', ...limits].join(', ');
}

/** The table of ways to pay in `infra/reference/payments.md`: a line each, from the code. */
export async function methodTable(): Promise<string> {
  const query = { offered: DEFAULT_PRIVATE_SETTINGS.payment_methods, retired: true, isServed: () => true };
  const inCountries = DEFAULT_SETTINGS.countries.map((country) => ({
    country,
    ways: paymentWays({ country, currency: currencyOf(country), ...query }),
  }));
  const able = await abilities();
  const rows = (inCountries[0]?.ways ?? [])
    .map(({ id }) => id)
    .toSorted()
    .map((id) => {
      const offered = inCountries.filter(({ ways }) => ways.some((way) => way.id === id && !way.reason));
      const [{ comes, minCents, maxCents } = { comes: 'at-once' as const, minCents: 0, maxCents: null }] =
        inCountries[0]?.ways.filter((way) => way.id === id) ?? [];
      const everywhere = offered.length === inCountries.length;
      const most = maxCents === null ? ' or more' : ` to ${maxCents / 100}`;
      return [
        `\`${id}\``,
        everywhere ? 'all' : offered.map(({ country }) => country).join(' '),
        `${minCents / 100}${most}`,
        COMES[comes],
        ...able.map((can) => abilityWords(can[id])),
      ];
    });
  const head = [
    'Way to pay',
    'Countries',
    'Price',
    'Credits come',
    ...PROVIDERS.map((name) => `\`${name}\``),
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
