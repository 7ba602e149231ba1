/** What it costs to note a finished call in the evidence log: time and allocation, as calls come to a gateway. */
import { EvidenceLog } from '@assay/trust';
import { heapGrowth } from './heap-growth.mjs';

const calls = 1_000_000;
const tools = 1_000;
const callers = 10;
const rounds = 5;
const msADay = 86_400_000;

/** Nothing is written: that is measured apart, by batch. */
const newLog = () =>
  new EvidenceLog({
    store: { add: async () => undefined },
    clock: { now: Date.now, monotonic: () => performance.now(), after: () => () => undefined },
    random: { uuid: () => '00000000-0000-7000-8000-000000000000' },
    isMember: () => false,
  });

/** Finished calls as the gateway publishes them, of every tool and caller in turn, made before the clock starts. */
function finishedCalls(count) {
  const at = Math.floor(Date.now() / msADay) * msADay;
  const sla = { p95Ms: 200 };
  return Array.from({ length: count }, (_, index) => ({
    invocationId: `call-${index}`,
    organisationId: 'organisation-of-callers',
    principalId: `caller-${Math.floor(index / tools) % callers}`,
    tool: `bench/tool-${index % tools}`,
    version: '1.0.0',
    versionId: `version-${index % tools}`,
    status: 'succeeded',
    code: index % 20 === 0 ? 'tool_error' : null,
    totalMs: 20,
    upstreamMs: 10 + ((index * 7_919) % 1_000) / 5,
    givenMs: 30_000,
    validation: 'valid',
    providerId: 'organisation-of-provider',
    sla,
    discoveryId: null,
    at,
  }));
}

function nanosecondsEach(log, finished) {
  const startedAt = performance.now();
  for (let made = 0; made < calls; made += 1) log.note(finished[made % finished.length]);
  return ((performance.now() - startedAt) * 1e6) / calls;
}

/** The fastest of some rounds: what others do on the machine only adds. */
export function measureRecording() {
  const finished = finishedCalls(tools * callers);
  const log = newLog();
  const each = Array.from({ length: rounds }, () => nanosecondsEach(log, finished));
  const bytes = heapGrowth(() => {
    for (const call of finished) log.note(call);
  });
  const newBytes = heapGrowth(() => {
    const another = newLog();
    for (const call of finished) another.note(call);
  });
  return [
    { name: 'recording a call, in memory', value: Math.min(...each), unit: 'ns', target: { below: 2_000 } },
    { name: 'recording a call, allocated', value: bytes / finished.length, unit: 'bytes', target: { below: 64 } },
    { name: 'recording a caller’s first call of 5 s, allocated', value: newBytes / finished.length, unit: 'bytes' },
  ];
}
