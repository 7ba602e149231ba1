/** Searching over HTTP: `POST /v1/discover` over 5,000 published tools, beside the index alone on the same tools. */
import { EmbeddedToolIndex } from '@assay/search';
import { ownUsage } from './assay/own-usage.mjs';
import { Requests } from './assay/requests.mjs';
import { measureLatency } from './discovery/measure.mjs';
import { fiveThousand, mixedQueries } from './discovery/real-tools.mjs';

const searches = 500;
const audience = ['public'];
const limit = 200;

const quantile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

/** Latency of whole requests and, as the server itself says, of the search within. */
async function overHttp(assay, queries, detail) {
  const requests = new Requests(assay, 1);
  const inside = [];
  const search = async (query) => {
    const { tookMs } = await requests.expect(200, '/v1/discover', { query, detail });
    inside.push(tookMs);
  };
  const outside = await measureLatency(queries, search);
  requests.close();
  return { ...outside, inside: quantile(inside.slice(-queries.length), 0.5) };
}

async function indexAlone(documents, queries) {
  const index = new EmbeddedToolIndex();
  await index.put(documents);
  return measureLatency(queries, (text) => index.search({ text, capabilities: [], audience, limit }));
}

/** Rows over what has been published to `assay`. */
export async function measureSearch(assay, data, published) {
  const queries = mixedQueries(data, searches);
  const before = ownUsage(assay.pid);
  const whole = await overHttp(assay, queries, 'schemas');
  const after = ownUsage(assay.pid);
  const names = await overHttp(assay, queries, 'names');
  const alone = await indexAlone(fiveThousand(data), queries);
  const title = `search over HTTP, ${published} tools`;
  const rows = [
    {
      name: `${title}, p50`,
      value: whole.p50,
      unit: 'ms',
      ratio: whole.p50 / alone.p50,
      against: 'the index alone',
      target: { below: 5 },
    },
    { name: `${title}, p99`, value: whole.p99, unit: 'ms', ratio: whole.p99 / alone.p99, against: 'the index alone' },
    { name: `${title}, p50 of the server's own work`, value: whole.inside, unit: 'ms' },
    { name: `${title}, names only, p50`, value: names.p50, unit: 'ms' },
    { name: 'the index alone, p50', value: alone.p50, unit: 'ms' },
    { name: 'the index alone, p99', value: alone.p99, unit: 'ms' },
  ];
  if (before === undefined || after === undefined) return rows;
  const asked = queries.length * 1.1;
  return [
    ...rows,
    { name: `${title}, CPU of Assay`, value: (after.cpuMs - before.cpuMs) / asked, unit: 'ms/search' },
    { name: `${title}, memory of Assay`, value: after.residentMiB, unit: 'MiB' },
  ];
}
