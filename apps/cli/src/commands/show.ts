import { type Entry, splitReference } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { cursorOption, limitOption, type PageOptions, qualifiedName, toolReference } from '../input/options.js';
import { entryText } from '../output/entry.js';
import { listOutcome } from '../output/list.js';
import { pairs } from '../output/table.js';
import { addListCommand, toolLayout } from './list-tools.js';
import { requireVerify, savedEntry, type VerifyOptions, verified, verifyingOptions } from './verify-shown.js';

async function show(context: Context<VerifyOptions>, reference: string) {
  requireVerify(context.options);
  const entry = await entryOf(context, reference);
  if (context.options.verify) return verified(context, entry);
  const saved = await savedExamples(context, entry);
  const notes = () =>
    saved.length === 0 ? [] : [`Saved examples: ${saved.join(', ')} (assay examples ${entry.name}@${entry.version})`];
  return outcome<Entry>({ data: entry, text: entryText, notes });
}

/** Names of the first saved examples that the caller may see; none without a key, which is no reason to fail. */
async function savedExamples({ options, session, request }: Context<VerifyOptions>, { name, version }: Entry) {
  if (options.json === true) return [];
  const { assay, key } = await session();
  if (key === undefined) return [];
  const page = await assay.evaluations
    .examples(name, version, { limit: shownExamples }, request)
    .page()
    .catch(() => null);
  return page?.items.map((it) => it.name) ?? [];
}

const shownExamples = 5;

async function entryOf({ io, options, assay, request }: Context<VerifyOptions>, reference: string): Promise<Entry> {
  const { tool, range: version } = splitReference(reference);
  if (options.entry !== undefined) return savedEntry(io, options.entry, tool, version);
  const { tools } = await assay();
  return version ? tools.version(tool, version, request) : tools.show(tool, request);
}

async function resolve(context: Context<object>, reference: string) {
  const entry = await (await context.assay()).tools.resolve(reference, context.request);
  return outcome({
    data: entry,
    text: ({ name, version, status, stage, manifestDigest }, page) =>
      pairs(page, [
        ['version', page.bold(`${name}@${version}`)],
        ['status', `${status}, ${stage}`],
        ['manifest', manifestDigest],
      ]),
    notes: ({ warnings }, page) => warnings.map((warning) => page.warn(`Warning: ${warning}`)),
  });
}

async function versions(context: Context<PageOptions & { range?: string }>, tool: string) {
  const { limit, cursor, range } = context.options;
  const query = { limit, ...(range ? { range } : {}) };
  const page = await (await context.assay()).tools.versions(tool, query, context.request).page(cursor);
  return listOutcome(page, { ...toolLayout, empty: 'No versions.' });
}

export function addShowCommands(program: Command, host: Host): void {
  addListCommand(program, host);
  const showing = add(program, 'show', 'Show a tool with its parameters', [
    'show acme/orders.create',
    'show acme/orders.create@1.2.0',
    'show acme/orders.create@1.2.0 --verify',
    'show acme/orders.create --verify --entry saved.json --keys assay-keys.json',
  ]).argument('<tool>', 'namespace/tool, or namespace/tool@version', toolReference);
  verifyingOptions(showing).action(host.does(show));
  add(program, 'versions', 'List the versions of a tool, newest first', ['versions acme/orders.create'])
    .argument('<tool>', 'namespace/tool', qualifiedName)
    .option('--range <range>', 'this range only, including pre-releases')
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(host.does(versions));
  add(program, 'resolve', 'Show which version a range resolves to', ["resolve 'acme/orders.create@^1'"])
    .argument('<tool>', 'namespace/tool@range', toolReference)
    .action(host.does(resolve));
}
