/** Publishing: manifests a second through `POST /v1/tools` to embedded PostgreSQL, many at a time and one by one. */
import { namespace } from './assay/manifests.mjs';
import { ownUsage } from './assay/own-usage.mjs';
import { Requests } from './assay/requests.mjs';

const accepted = 201;
/** Kept, and published once a person has looked at it. */
const heldForReview = 202;
/** A manifest that breaks a rule of publishing: some of the real ones do, and are no failure of the benchmark. */
const refused = 422;

/** Publishes all of them, `concurrency` at a time. Resolves to `{perSecond, latencies, published, held, refused}`. */
export async function publishAll(assay, manifests, concurrency) {
  const requests = new Requests(assay, concurrency);
  const outcome = { latencies: [], published: [], held: 0, refused: 0, firstRefusal: undefined };
  let next = 0;
  const worker = async () => {
    for (let manifest = manifests[next++]; manifest !== undefined; manifest = manifests[next++]) {
      const sentAt = performance.now();
      const { status, text } = await requests.post('/v1/tools', manifest);
      if (status === accepted) {
        outcome.latencies.push(performance.now() - sentAt);
        outcome.published.push(manifest);
      } else if (status === heldForReview) outcome.held += 1;
      else if (status === refused) {
        outcome.refused += 1;
        outcome.firstRefusal ??= text;
      } else throw new Error(`${manifest.name} was answered ${status}: ${text.slice(0, 500)}`);
    }
  };
  const startedAt = performance.now();
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
  } finally {
    requests.close();
  }
  outcome.latencies.sort((a, b) => a - b);
  const perSecond = (1_000 * outcome.published.length) / (performance.now() - startedAt);
  return { ...outcome, perSecond };
}

export async function claimNamespace(assay) {
  const requests = new Requests(assay, 1);
  await requests.expect(201, '/v1/namespaces', { name: namespace });
  requests.close();
}

const median = (sorted) => sorted[sorted.length >> 1] ?? Number.NaN;

/** The next version of a manifest: one more optional property, which a comparison of the schemas has to find additive. */
const succeeded = (manifest) => ({
  ...manifest,
  version: '1.1.0',
  inputSchema: {
    ...manifest.inputSchema,
    properties: { ...manifest.inputSchema.properties, 'one more': { type: 'string', description: 'Asked for later.' } },
  },
});

/** Rows of publishing `manifests`, the last 300 of them one by one, then the next version of each. */
export async function measurePublishing(assay, manifests) {
  const oneByOne = manifests.slice(-300);
  const before = ownUsage(assay.pid);
  const many = await publishAll(assay, manifests.slice(0, -300), 16);
  const after = ownUsage(assay.pid);
  const one = await publishAll(assay, oneByOne, 1);
  const next = await publishAll(assay, many.published.map(succeeded), 16);
  const rows = [
    { name: 'publish at 16', value: many.perSecond, unit: 'manifests/s', target: { atLeast: 300 } },
    { name: 'publish at 16, p50', value: median(many.latencies), unit: 'ms' },
    {
      name: 'publish at 16, compared with the version before',
      value: next.perSecond,
      unit: 'manifests/s',
      target: { atLeast: 200 },
    },
    { name: 'publish at 16, compared, p50', value: median(next.latencies), unit: 'ms' },
    { name: 'publish at 1', value: one.perSecond, unit: 'manifests/s' },
    { name: 'publish at 1, p50', value: median(one.latencies), unit: 'ms' },
    { name: 'publish, held for review', value: many.held + one.held + next.held, unit: 'manifests' },
    { name: 'publish, refused by the rules', value: many.refused + one.refused + next.refused, unit: 'manifests' },
  ];
  if (before === undefined || after === undefined) return rows;
  return [
    ...rows,
    { name: 'publish, CPU of Assay', value: (after.cpuMs - before.cpuMs) / many.published.length, unit: 'ms/manifest' },
    { name: 'publish, memory of Assay', value: after.residentMiB, unit: 'MiB' },
  ];
}
