import type { Routed } from '@assay/contracts';
import { fail, isLongerThan } from '@assay/kernel';
import type { Call, Stage } from '../call.js';
import type { RoutedOutput } from '../resolved.js';
import { type KeptFrom, pointerTo } from './keep-output.js';
import { keptFrom } from './kept-from.js';
import { hasLongBinary, linkLongBinaries } from './large-blocks.js';
import type { OutputPorts } from './output-ports.js';
import type { OutputRouter, RoutedResult } from './output-router.js';

/** Refuses, before anything is called, a level that this server does not offer. */
export const checkOutput = (router: Pick<OutputRouter, 'summarises'>): Stage => ({
  name: 'output-option',
  isNeeded: ({ requested: { request } }) => request.output !== undefined,
  run({ requested: { request } }) {
    if (request.output?.level !== 'L2' || router.summarises) return undefined;
    return fail(
      'invalid_request',
      'The level L2 is a summary by a model, and this server has none: take another level, or set LLM_BASE_URL.',
      { issues: [{ path: '/output/level', message: 'is not offered without a model' }] },
    ).error;
  },
});

/** Routes the result to the caller: at the level and to the targets that the request names. */
export const routeOutput = ({ router, keep, maxInlineBytes }: Omit<OutputPorts, 'tokens'>): Stage<RoutedOutput> => ({
  name: 'route-output',
  reaches: true,
  isNeeded: (call) =>
    call.requested.request.output !== undefined ||
    (call.requested.isWhole !== true && (hasLongParts(call) || isLongerThan(call.resolved.output, maxInlineBytes))),
  note: ({ resolved: { routed } }) => routed && noteOf(routed.routed),
  async run(call) {
    const from = keptFrom(call);
    const linked = hasLongParts(call) ? await linkLongBinaries(call.resolved.output, keep, from) : undefined;
    const output = linked === undefined ? call.resolved.output : linked.output;
    const routed = await route(call, output, { router, keep, from, maxInlineBytes });
    const parts = linked && linked.pointers.length > 0 ? { parts: [...linked.pointers] } : {};
    const notes = [...(linked?.notes ?? []), ...routed.routed.notes];
    return { resolved: { routed: { ...routed, routed: { ...routed.routed, ...parts, notes } } } };
  },
});

interface RoutePorts extends Omit<OutputPorts, 'tokens'> {
  readonly from: KeptFrom;
}

function route(call: Call, output: unknown, ports: RoutePorts): Promise<RoutedResult> | RoutedResult {
  const {
    requested: { request },
    resolved: { deadline, version },
  } = call;
  const { router, from, maxInlineBytes } = ports;
  if (request.output !== undefined) {
    return router.route({
      output,
      option: request.output,
      from,
      schema: version?.manifest.outputSchema as Readonly<Record<string, unknown>> | undefined,
      task: request.task,
      remainingMs: deadline.remainingMs(),
      signal: deadline.signal,
    });
  }
  const common = { destinations: [], notes: [] };
  if (!isLongerThan(output, maxInlineBytes))
    return { output, routed: { ...common, level: 'L0', why: 'The whole result.' } };
  return keepWhole(output, ports);
}

/** A result that is too long for an answer, and of which nobody said how much is wanted. */
async function keepWhole(output: unknown, { keep, from, maxInlineBytes }: RoutePorts): Promise<RoutedResult> {
  const kept = await keep.pointer(output, from);
  const why = `The result exceeds the ${maxInlineBytes} bytes allowed in a response.`;
  if (!kept.ok) return { output, routed: { destinations: [], level: 'L0', why, notes: [kept.error] } };
  return { pointer: pointerTo(kept.value.output), routed: { destinations: [], level: null, why, notes: [] } };
}

/** Content of a tool that declares no output schema: what a schema describes is left as it is. */
const hasLongParts = ({ resolved: { version, output } }: Call): boolean =>
  version?.manifest.outputSchema === undefined && hasLongBinary(output);

/** Said in the trace. */
const noteOf = ({ level, destinations, why }: Routed): string =>
  [level ?? 'not returned', ...destinations].join(', ') + (why === '' ? '' : `: ${why}`);
