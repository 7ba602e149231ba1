/** Takes one job, says so, and never ends it. */
import { queues } from './peers.mjs';

const [url, peer, folder] = process.argv.slice(2);
const queue = await queues[peer](url, folder || undefined);
await queue.open();
await queue.work(1, async ({ n }) => {
  if (n !== 'victim') return;
  process.send('taken');
  await new Promise(() => undefined);
});
process.send('ready');
