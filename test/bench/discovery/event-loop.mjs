/**
 * What searches cost everything else in the process: the delay of the event loop and the searches a second beside eight busy
 * searchers, with searches in this thread and in threads of their own; and what a thread takes of memory.
 *
 *     node test/bench/discovery/event-loop.mjs [folder of the data sets] [tools]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { embeddingText } from '@assay/discovery';
import { EmbeddedToolIndex, SearchThreads, ThreadedToolIndex } from '@assay/search';
import { audience, fiftyThousand, hasData, meaningOf, mixedQueries, vectorOf } from './real-tools.mjs';

const searchers = 8;
const seconds = 5;

const clock = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

async function busy(index, queries) {
  const times = [];
  const endsAt = performance.now() + seconds * 1_000;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const searcher = async (from) => {
    for (let at = from; performance.now() < endsAt; at += searchers) {
      const startedAt = performance.now();
      await index.search({ capabilities: [], audience, limit: 200, ...queries[at % queries.length] });
      times.push(performance.now() - startedAt);
      await new Promise(setImmediate);
    }
  };
  await Promise.all(Array.from({ length: searchers }, (_, at) => searcher(at)));
  delay.disable();
  times.sort((a, b) => a - b);
  return {
    delay: delay.percentile(99) / 1e6,
    rate: times.length / seconds,
    p50: times[Math.floor(times.length / 2)],
    p99: times[Math.floor(times.length * 0.99)],
  };
}

export async function measureEventLoop(data, tools = 20_000) {
  const local = new EmbeddedToolIndex();
  const documents = fiftyThousand(data).slice(0, tools);
  for (let from = 0; from < documents.length; from += 500)
    await local.put(
      documents.slice(from, from + 500).map((it) => ({ ...it, vector: vectorOf(embeddingText(it).text) })),
    );
  const queries = mixedQueries(data, 200).map((text) => ({ text, ...meaningOf(text) }));
  const alone = await busy(local, queries);
  const threads = new SearchThreads();
  const index = new ThreadedToolIndex({ local, threads, clock, quietMs: 0 });
  await index.put([]);
  const beforeBytes = process.memoryUsage().rss;
  await new Promise((resolve) => setTimeout(resolve, 100));
  await index.search({ text: 'a', capabilities: [], audience, limit: 1 });
  const apart = await busy(index, queries);
  const addedMb = (process.memoryUsage().rss - beforeBytes) / 1e6;
  await index.close();
  const row = (name, value, unit, target) => ({
    name: `search beside ${searchers} searchers, ${name}`,
    value,
    unit,
    ...(target && { target }),
  });
  return [
    row('event loop delay p99, in threads', apart.delay, 'ms', { of: 'value', below: 10 }),
    row('event loop delay p99, in this thread', alone.delay, 'ms'),
    row('searches a second, in threads', apart.rate, '/s'),
    row('searches a second, in this thread', alone.rate, '/s'),
    row('p99, in threads', apart.p99, 'ms'),
    row('p99, in this thread', alone.p99, 'ms'),
    row('memory of image and threads', addedMb, 'MB'),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [data = new URL('../../../../shared/data', import.meta.url).pathname, tools] = process.argv.slice(2);
  if (hasData(data)) console.table(await measureEventLoop(data, tools && Number(tools)));
}
