import { type Admin, done } from '../admin.ts';

/** The site that a host given with `--site` belongs to; a host that nobody set up is refused. */
export async function siteOf(admin: Admin, host: string): Promise<string> {
  return done(await (await admin.core()).site.operate.find(host));
}
