import type { Core } from '@heartline/core';
import { isLocalHost, type Logger } from '@heartline/platform';

/** Demo values that a public site must change. */
const isOfDemo: Readonly<Record<string, (value: string) => boolean>> = {
  domain: isLocalHost,
  support_email: (value) => isLocalHost(value.slice(value.lastIndexOf('@') + 1)),
  'company.name': (value) => value === '',
};

/** Warns of each setting of a site that is still the demo's, with the command that mends it. */
export async function warnOfDemoSettings(
  core: Pick<Core, 'site'>,
  { publicOrigin, logger }: { publicOrigin: string; logger: Pick<Logger, 'warn'> },
): Promise<void> {
  const { list, read } = core.site.operate;
  const hosts = new Set([new URL(publicOrigin).hostname, ...(await list()).map(({ _id }) => _id)]);
  // Its settings stand for hosts that were not set up, such as the one above.
  hosts.delete('default');
  for (const host of hosts) {
    const { settings, company, configured } = await read(host);
    const values = {
      domain: settings.domain,
      support_email: settings.support_email,
      'company.name': company.name,
    };
    for (const [setting, value] of Object.entries(values)) {
      if (!isOfDemo[setting]?.(value)) continue;
      const fix = `npm run admin -- site set ${configured ? host : 'default'} ${setting} <value> --reason <reason>`;
      logger.warn({ site: host, setting, value, fix }, 'site setting is still that of the demo');
    }
  }
}
