import type { Envelope, Invoke } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { duration, toolReference } from '../input/options.js';
import { parseJson, readJsonObject } from '../input/read-json.js';
import { inputFromPairs } from '../input/tool-input.js';
import { contentText } from '../output/content.js';
import type { Page } from '../output/page.js';
import { UsageError } from '../usage-error.js';

interface CallOptions {
  readonly input?: string;
  readonly deadline?: number;
  readonly dryRun?: boolean;
  readonly discovery?: string;
  readonly task?: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectOf(word: string): Record<string, unknown> {
  const value = parseJson(word, 'The input');
  if (isObject(value)) return value;
  throw new UsageError('The input must be one JSON object.');
}

/** The input from a file, from JSON on the line, or from name=value words; the last asks the registry for the schema. */
async function inputOf(context: Context<CallOptions>, tool: string, words: string[]): Promise<Record<string, unknown>> {
  const [first] = words;
  const file = context.options.input ?? (words.length === 1 && first === '-' ? '-' : undefined);
  if (file !== undefined) {
    if (words.length > 0 && first !== '-') throw new UsageError('Give the input with --input or as words, not both.');
    return readJsonObject(context.io, file);
  }
  if (first === undefined) return {};
  if (words.length === 1 && /^\s*[{[]/.test(first)) return objectOf(first);
  const entry = await (await context.assay()).tools.resolve(tool, context.request);
  return inputFromPairs(words, entry.inputSchema);
}

function footnotes(envelope: Envelope, page: Page): string[] {
  const { tool, version, status, validation, trace, id } = envelope;
  const ms = trace.reduce((sum, stage) => sum + stage.ms, 0);
  const facts = [`${tool}@${version}`, status, validation.outcome, `${ms.toFixed(1)} ms`, id];
  return [...envelope.warnings.map((warning) => page.warn(`Warning: ${warning}`)), page.dim(facts.join(' · '))];
}

async function call(context: Context<CallOptions>, tool: string, words: string[]) {
  const { deadline, dryRun, discovery, task } = context.options;
  const input = await inputOf(context, tool, words);
  const request: Invoke = {
    ...{ tool, input },
    ...(deadline !== undefined && { deadlineMs: deadline }),
    ...(discovery !== undefined && { discoveryId: discovery }),
    ...(task !== undefined && { task }),
  };
  const envelope = await (await context.assay()).invoke(request, { ...context.request, dryRun });
  return outcome<Envelope>({
    data: envelope,
    text: ({ output }) => (dryRun ? 'Everything but the call itself was done, and holds.' : contentText(output)),
    notes: footnotes,
  });
}

export function addCallCommand(program: Command, host: Host): void {
  add(program, 'call', 'Call a tool through the gateway', [
    'call assay/files.read_file path=README.md',
    'call \'acme/orders.create@^1\' customer=42 lines:=\'[{"sku":"a"}]\'',
    'call acme/orders.create --input order.json --deadline 5s',
  ])
    .argument('<tool>', 'namespace/tool, or namespace/tool@range', toolReference)
    .argument('[input...]', 'JSON, name=value …, name:=json …, or - for standard input')
    .option('--input <file>', 'read the input from a JSON file')
    .option('--deadline <time>', 'longest time the call may take, such as 5s', duration)
    .option('--dry-run', 'do everything but the call itself')
    .option('--discovery <id>', 'the search that led here: learning learns from it')
    .option('--task <text>', 'what the call is for, in words: learning learns from it')
    .action(host.does(call));
}
