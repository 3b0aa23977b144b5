import { median } from '../figures.ts';
import { openTraffic, type Participant } from '../traffic.ts';
import { announce, answerTo, givenOptions } from './serve.ts';

/** The plain client in a process of its own, so that other work, such as watching the app, does not delay it. */
const { pairs, text } = givenOptions() as { pairs: [Participant, Participant][]; text: string };
const traffic = await openTraffic(pairs, text);
answerTo('write', async ({ perSecond, forMs }: { perSecond: number; forMs: number }) => {
  const used = ownCores();
  const outcome = await traffic.openLoop(perSecond, forMs);
  return { outcome, timeOrigin: performance.timeOrigin, cores: used() };
});
announce(0);

/** Starts measuring the cores this process uses each second; the returned function gives the median. */
function ownCores(): () => number {
  const seconds: number[] = [];
  let [at, before] = [performance.now(), process.cpuUsage()];
  const look = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    seconds.push((user + system) / 1e3 / (performance.now() - at));
    [at, before] = [performance.now(), process.cpuUsage()];
  }, 1_000);
  return () => {
    clearInterval(look);
    return median(seconds);
  };
}
