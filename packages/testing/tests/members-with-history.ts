import { randomUUID } from 'node:crypto';
import { EXPORT_FILE_PATH, startExport } from '@heartline/contracts';
import { type HttpClient, PASSWORD, startWorld } from '@heartline/testing';
import sharp from 'sharp';
import { accountsIn } from './accounts-in-test.ts';

/** A member with some data of every kind. */
export interface Person {
  id: string;
  email: string;
  name: string;
  client: HttpClient;
}

/** Two gateways, and members who wrote, liked and have profiles. */
export async function startLivedIn() {
  const world = await startWorld({ here: true, gateways: 2 });
  const accounts = accountsIn(world);
  let people = 0;
  const [gateway] = world.gateways;
  const { core, address } = gateway;

  async function newcomer(name: string): Promise<Person> {
    const email = `${name.toLowerCase()}@mail.example`;
    const signup_message = `Words only ${name} would write about themselves`;
    const made = await accounts.newcomer({ name, email, language: 'de', signup_message });
    return { ...made, name };
  }

  const send = (from: Person, to: Person, text: string) =>
    core.messaging.sendMessage(
      { member: from.id, site: 'default' },
      { clientId: randomUUID(), profile: to.id, text, credits: 1 },
    );

  return {
    world,
    core,
    send,
    /** A member who wrote, got an answer, liked, was liked, and has a picture. */
    async livedIn(): Promise<{ mara: Person; noor: Person; passage: string }> {
      people += 1;
      const mara = await newcomer(`Mara${people}x`);
      const noor = await newcomer(`Noor${people}x`);
      const passage = `the blue bicycle of ${mara.name}`;
      const sent = [await send(mara, noor, passage), await send(noor, mara, `an answer by ${noor.name}`)];
      await core.likes.likeProfile(mara.id, noor.id);
      await core.likes.likeProfile(noor.id, mara.id);
      const background = { r: 200, g: 60, b: 80 };
      const picture = await sharp({ create: { width: 400, height: 500, channels: 3, background } })
        .png()
        .toBuffer();
      const added = await core.profiles.addPhoto(mara.id, randomUUID(), picture);
      if (!added.ok || sent.some(({ ok }) => !ok)) throw new Error('the members could not be prepared');
      return { mara, noor, passage };
    },
    /** Requests an archive and writes it, as the worker's job does. */
    async archiveOf(person: Person): Promise<void> {
      await person.client.call(startExport, { password: PASSWORD });
      const row = await world.inside.mongo.connection
        .collection<{ _id: string; key: string }>('exports')
        .findOne({ _id: person.id });
      await core.accounts.buildExport(person.id, row?.key ?? '');
    },
    async download(client: HttpClient) {
      const response = await fetch(`${address}${EXPORT_FILE_PATH}`, { headers: { cookie: client.cookie } });
      return { response, bytes: Buffer.from(await response.arrayBuffer()) };
    },
    stop: () => world.stop(),
  };
}
