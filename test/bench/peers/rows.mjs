/** Turns the figures of all rounds into rows `{name, value, unit, ratio?}`. */

export function median(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What is compared with the better peer, and what with something else. */
const wordsOf = { raw: 'raw generator', client: 'official client' };

/** The medians of one target with one generator. */
function mediansOf(rounds, key) {
  const at = (pick) => median(rounds.map((round) => pick(round[key])));
  return {
    perSecond: at(({ many }) => many.perSecond),
    p50Ms: at(({ one }) => one.p50Ms),
    p99Ms: at(({ one }) => one.p99Ms),
    cpuMsPerCall: at(({ many }) => many.cpuMsPerCall),
    residentMiB: at(({ many }) => many.residentMiB),
    errors: rounds.reduce((sum, round) => sum + round[key].many.errors + round[key].one.errors, 0),
    firstError: rounds.map((round) => round[key].many.firstError ?? round[key].one.firstError).find(Boolean),
  };
}

function measuredOf(targets, rounds) {
  const kinds = ({ raw, client }) => [...(raw ? ['raw'] : []), ...(client ? ['client'] : [])];
  return targets.flatMap((target) =>
    kinds(target).map((kind) => ({ target, kind, ...mediansOf(rounds, `${target.name}|${kind}`) })),
  );
}

/** Throughput of the reference: the better peer, or what the target says it is to be held against. */
function referenceOf(all, { target, kind }) {
  const rivals = all.filter((each) =>
    target.against
      ? each.target.name === target.against && each.kind === kind
      : each.target.isPeer && each.kind === kind,
  );
  return Math.max(...rivals.map(({ perSecond }) => perSecond));
}

/** p50 above direct stdio with the official client, the shortest way there is. */
function addedRows(all) {
  const direct = all.find(({ target }) => target.name === 'direct stdio');
  if (!direct) return [];
  return all
    .filter(({ target }) => target.isPeer || target.name.startsWith('assay'))
    .map(({ target, kind, p50Ms }) => ({
      name: `p50 added to direct stdio: ${target.name}, ${wordsOf[kind]}`,
      value: p50Ms - direct.p50Ms,
      unit: 'ms',
    }));
}

export function rowsOf(targets, rounds, concurrency) {
  const all = measuredOf(targets, rounds);
  const rows = all.flatMap((each) => {
    const label = `${each.target.name}, ${wordsOf[each.kind]}`;
    const ratio = each.perSecond / referenceOf(all, each);
    const used =
      each.target.pid === undefined
        ? []
        : [
            { name: `cpu: ${label}`, value: each.cpuMsPerCall, unit: 'ms/call' },
            { name: `memory: ${label}`, value: each.residentMiB, unit: 'MiB' },
          ];
    return [
      { name: `throughput at ${concurrency}: ${label}`, value: each.perSecond, unit: 'calls/s', ratio },
      { name: `p50 at 1: ${label}`, value: each.p50Ms, unit: 'ms' },
      { name: `p99 at 1: ${label}`, value: each.p99Ms, unit: 'ms' },
      ...used,
      { name: `errors: ${label}`, value: each.errors, unit: 'errors', note: each.firstError },
    ];
  });
  return [...rows, ...addedRows(all)].map((row) => (Number.isFinite(row.ratio) ? row : { ...row, ratio: undefined }));
}
