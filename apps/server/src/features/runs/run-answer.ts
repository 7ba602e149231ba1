import type { CallDetail, RunView } from '@assay/contracts';
import type { KeptFrom } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import type { CallToolResult } from '../../edges/mcp/gateway-tool.js';
import { warningBlocks } from '../../edges/mcp/results/call-answer.js';
import { blocksOfOutput, withoutMedia } from '../../edges/mcp/results/call-blocks.js';
import { aboutTokens, type Content, maxTokensOf } from '../../edges/mcp/results/content-size.js';
import {
  type Fitted,
  type ReadOn,
  type ResponseCeiling,
  readOnHere,
  shortenedMembers,
} from '../../edges/mcp/results/response-ceiling.js';

/** How a run is to be answered. */
export interface RunAnswerAs {
  readonly caller: Caller;
  /** Of all outputs together, in tokens. */
  readonly ceiling: number;
  readonly detail: CallDetail;
  readonly now: number;
  readonly readOn?: ReadOn;
}

/** An output of a run, and the step that it is of. */
interface RunOutput {
  /** Null for the result of the whole. */
  readonly name: string | null;
  readonly output: unknown;
  readonly from: KeptFrom;
}

/** A run over MCP: every output as content, one after another, and the short form of the run. */
export async function runAnswer(run: RunView, as: RunAnswerAs, ceiling: ResponseCeiling): Promise<CallToolResult> {
  const fitted = new Map<string | null, Fitted>();
  const outputs = outputsOf(run, as).map((it) => ({ ...it, blocks: labelled(it) }));
  outputs.sort((a, b) => maxTokensOf(a.blocks) - maxTokensOf(b.blocks));
  let left = as.ceiling;
  for (const [at, { name, output, from, blocks }] of outputs.entries()) {
    const share = Math.floor(left / (outputs.length - at));
    const readOn = as.readOn ?? readOnHere;
    const fit = await ceiling.fit({
      content: blocks,
      ceiling: share,
      whole: () => ({ output, from }),
      readOn,
      prefix: name === null ? '' : `${name}: `,
    });
    fitted.set(name, fit);
    left -= fit.isShortened ? share : Math.min(share, maxTokensOf(blocks));
  }
  const content = [
    ...statusBlocks(run),
    ...contentOf(run, fitted),
    ...consoleBlocks(run, as.ceiling),
    ...warningBlocks({ warnings: run.warnings }),
  ];
  return {
    content,
    structuredContent: { ...members(run, fitted, as.detail), tokens: aboutTokens(content) },
    isError: run.status === 'failed' || run.status === 'cancelled',
    ...(as.detail === 'short' && { _meta: { 'assay/run': restOf(run) } }),
  };
}

function outputsOf(run: RunView, { caller, now }: RunAnswerAs): RunOutput[] {
  const from = (stepId: string | undefined): KeptFrom => {
    const { tool = '', version = '', invocationId = run.id } = run.steps.find((it) => it.id === stepId) ?? {};
    return {
      ...{ caller, tool, version, invocationId, at: isoTime(now), source: `run:${run.id}` },
      ...{ freshness: 'live', confidence: 1, findings: [] },
    };
  };
  const ofSteps = Object.entries(run.outputs).flatMap(([name, it]) =>
    it.output === undefined ? [] : [{ name, output: it.output, from: from(name) }],
  );
  const whole = run.output === undefined ? [] : [{ name: null, output: run.output, from: from(run.steps.at(-1)?.id) }];
  return [...whole, ...ofSteps];
}

/** The blocks of an output, beginning with the name of its step. */
function labelled({ name, output }: RunOutput): Content {
  const blocks = blocksOfOutput(output);
  const [first, ...rest] = blocks;
  if (name === null || first === undefined) return blocks;
  return first.type === 'text'
    ? [{ ...first, text: `${name}: ${first.text}` }, ...rest]
    : [{ type: 'text', text: `${name}:` }, ...blocks];
}

/** How a run ended that did not succeed, and for a run that waits, for whom. */
function statusBlocks({ id, status, steps, error }: RunView): Content {
  if (status === 'succeeded') return [];
  const waiting = steps.flatMap(({ id: step, waitsFor }) =>
    waitsFor === undefined ? [] : [`${step} is waiting for a person's decision at ${waitsFor.url}`],
  );
  if (status === 'running' || status === 'awaiting_approval')
    return [{ type: 'text', text: [`The run ${id} continues: check it with show_run.`, ...waiting].join('\n') }];
  return [{ type: 'text', text: `${status}${error === undefined ? '' : `: ${error.message}`}` }];
}

const charactersOfToken = 3;

/** What code wrote to its console, within a quarter of the response. */
function consoleBlocks({ console: lines = [] }: RunView, ceiling: number): Content {
  if (lines.length === 0) return [];
  const text = `console:\n${lines.map((it) => (it.level === 'log' ? it.text : `${it.level}: ${it.text}`)).join('\n')}`;
  const max = Math.floor((ceiling * charactersOfToken) / 4);
  return [{ type: 'text', text: text.length <= max ? text : `${text.slice(0, max)} [the rest is in show_run]` }];
}

/** In the order of the run. */
function contentOf(run: RunView, fitted: ReadonlyMap<string | null, Fitted>): Content {
  const whole = fitted.get(null)?.content ?? [];
  const steps = Object.entries(run.outputs).flatMap(([name, { status, error }]): Content => {
    const found = fitted.get(name);
    if (found !== undefined) return found.content;
    return isEnded(status)
      ? [{ type: 'text', text: `${name}: ${status}${error === undefined ? '' : `: ${error}`}` }]
      : [];
  });
  return [...whole, ...steps];
}

const isEnded = (status: string): boolean =>
  status !== 'running' && status !== 'waiting' && status !== 'awaiting_approval';

function members(
  run: RunView,
  fitted: ReadonlyMap<string | null, Fitted>,
  detail: CallDetail,
): Record<string, unknown> {
  const { id, status, warnings, error, steps, output: _output, outputs, console: _lines, proposal, ...rest } = run;
  const shown = Object.entries(outputs).map(([name, it]): [string, object] => [
    name,
    { ...it, ...outputMember(it.output, fitted.get(name)) },
  ]);
  const isPlain = status === 'succeeded' && detail === 'short';
  return {
    status,
    ...outputMember(run.output, fitted.get(null)),
    ...(shown.length > 0 && { outputs: Object.fromEntries(shown) }),
    ...((warnings.length > 0 || detail === 'full') && { warnings }),
    ...(error && { error }),
    ...(proposal && detail === 'full' && { proposal }),
    ...(!isPlain && { steps }),
    ...(detail === 'full' && rest),
    id,
  };
}

const outputMember = (output: unknown, fitted: Fitted | undefined): object => {
  if (output === undefined) return {};
  if (fitted?.isShortened === true) return { output: undefined, ...shortenedMembers(fitted) };
  return { output: withoutMedia(output) };
};

const restOf = ({ notation, steps, traceId, startedAt, endedAt }: RunView): object => ({
  ...{ notation, steps, traceId, startedAt, endedAt },
});
