/** What it costs to work a score out and to explain it, as the calls of a version grow: the same few dozen rows. */
import { randomUUID } from 'node:crypto';
import { Directory } from '@assay/identity';
import { PostgresEvidenceStore } from '@assay/persistence';
import { Catalogue } from '@assay/registry';
import { ExplainTrust, LatencySketch, scoreVersion } from '@assay/trust';
import { measureLatency } from '../discovery/measure.mjs';
import { addOrganisation, addVersions } from './database.mjs';

const recorded = [1_000, 100_000, 10_000_000];
const days = 30;
const aboutCallers = 1_000;
const timesADay = 2_000;
const reads = 300;
const msADay = 86_400_000;

/** Counts by bin of `count` times, drawn as often as is enough to fill every bin there would be, and multiplied. */
function latencies(count) {
  const sketch = new LatencySketch();
  const drawn = Math.min(count, timesADay);
  for (let made = 0; made < drawn; made += 1)
    sketch.add(
      40 * Math.exp(0.5 * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())),
    );
  return Object.fromEntries(Object.entries(sketch.bins()).map(([bin, n]) => [bin, Math.round((n * count) / drawn)]));
}

/** Gives a version `calls` calls by another organisation over the window, in a batch a day, as the log hands them over. */
async function load(store, { versionId, organisationId }, calls) {
  const good = Math.max(1, Math.round(calls / days / aboutCallers));
  const callers = Array.from({ length: Math.round(calls / days / good) }, () => randomUUID());
  const today = Math.floor(Date.now() / msADay) * msADay;
  for (let ago = 0; ago < days; ago += 1) {
    const of = { versionId, day: today - ago * msADay, organisationId };
    const counts = { good, faults: 0, schemaMet: good, withinSla: good, callerFaults: 0 };
    await store.add({
      id: randomUUID(),
      callers: callers.map((caller) => ({ ...of, ...stranger, principalId: caller, caller, ...counts })),
      latencies: [{ ...of, bins: latencies(good * callers.length) }],
    });
  }
}

const stranger = { own: false, member: false };
const assurance = { driftedSince: null, audit: 'none', identityOf: null };

/** The version as memory holds it; `organisation` and names are the database's. */
const versionOf = ({ id, tool, organisation_id: organisationId, published_at: publishedAt }) => ({
  id,
  organisationId,
  namespace: 'acme',
  tool,
  version: '1.0.0',
  versionKey: '1.0.0',
  manifest: {
    name: `acme/${tool}`,
    protocol: 'http',
    endpoint: { url: 'https://tools.example/' },
    outputSchema: {},
    sla: { p95Ms: 100 },
  },
  status: 'ACTIVE',
  stage: 'BETA',
  quarantined: null,
  lastVerifiedAt: null,
  assurance,
  trust: null,
  publishedAt: publishedAt.getTime(),
});

function explaining(store, version) {
  const directory = new Directory();
  const catalogue = new Catalogue(directory.aliases);
  const namespace = { id: 'n', name: 'acme', organisationId: version.organisationId, visibility: 'public' };
  directory.apply({ kind: 'namespace', id: 'n', state: { ...namespace, owners: [], teams: [], proven: null } });
  catalogue.apply({ kind: 'tool-version', id: version.id, state: version });
  const explain = new ExplainTrust({ catalogue, directory, store, clock: { now: Date.now }, halfLifeDays: 90 });
  const caller = {
    principalId: null,
    organisationId: null,
    scopes: new Set(),
    teams: [],
    namespaces: null,
    tokens: ['public'],
  };
  return async () => {
    const explained = await explain.run(caller, version.manifest.name);
    if (!explained.ok) throw new Error(explained.error.message);
  };
}

async function measureSize(store, { version, calls, callers }) {
  await load(store, { versionId: version.id, organisationId: callers }, calls);
  const score = async () => {
    const known = (await store.evidenceOf([version.id])).get(version.id);
    return scoreVersion(version, known, { reputation: { inside: null, outside: null }, at: Date.now() });
  };
  const { buckets } = (await store.evidenceOf([version.id])).get(version.id);
  const { others: counted } = (await score()).calls;
  const times = Array.from({ length: reads }, (_, index) => index);
  const scoring = await measureLatency(times, score);
  const explain = await measureLatency(times, explaining(store, version));
  return { counted, rows: buckets.length, scoring, explain };
}

const label = (size) => size.toLocaleString('en');

export async function measureReading(pool, organisation) {
  await addVersions(pool, organisation, { from: 0, count: recorded.length, trusted: false });
  const { rows } = await pool.query('SELECT id, tool, organisation_id, published_at FROM tool_versions ORDER BY tool');
  const store = new PostgresEvidenceStore(pool);
  const callers = await addOrganisation(pool, 'partner');
  const measured = [];
  for (const [index, calls] of recorded.entries())
    measured.push({ calls, ...(await measureSize(store, { version: versionOf(rows[index]), calls, callers })) });
  const [first, last] = [measured[0], measured.at(-1)];
  const ratio = (kind) => ({
    name: `${kind === 'scoring' ? 'scoring' : 'explaining'}, p50 at ${label(last.calls)} calls over ${label(first.calls)}`,
    value: last[kind].p50 / first[kind].p50,
    unit: 'times',
    target: { below: 3 },
  });
  return [
    ...measured.flatMap(({ calls, counted, rows: read, scoring, explain }) => [
      {
        name: `scoring at ${label(calls)} calls, p50`,
        value: scoring.p50,
        unit: 'ms',
        note: `${read} rows read, which count ${label(counted)} calls`,
      },
      { name: `explaining at ${label(calls)} calls, p50`, value: explain.p50, unit: 'ms' },
    ]),
    ratio('scoring'),
    ratio('explain'),
  ];
}
