import type { CheckAnswer, Entry, Manifest } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { readJsonObject } from '../input/read-json.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';

/** The server judges manifests, so that every client hears the same of them. */
const manifestOf = async (context: Context<object>, file: string): Promise<Manifest> =>
  (await readJsonObject(context.io, file)) as unknown as Manifest;

async function publish(context: Context<object>, file: string) {
  const manifest = await manifestOf(context, file);
  const entry = await (await context.assay()).tools.publish(manifest, context.request);
  return outcome<Entry>({
    data: entry,
    text: ({ name, version, stage, visibility }, page) =>
      `${page.good('Published')} ${page.bold(`${name}@${version}`)} (${stage}, ${visibility}).`,
    notes: ({ name }) => [`Next: assay show ${name}`],
  });
}

const strictness = {
  holds: 'yes',
  fails: 'no: an open object could tell the difference',
  unknown: 'undecided',
} as const;

function verdict(answer: CheckAnswer, page: Page): string {
  const head = answer.ok ? page.good('This can be published.') : page.bad('This cannot be published as it is.');
  const facts = pairs(page, [
    ['change', answer.change],
    ['needs', `a new ${answer.requiredBump} version at least`],
    ['strictly compatible', strictness[answer.strict]],
  ]);
  const problems = answer.problems.map(({ path, message }) => `  ${path || '(whole)'}: ${message}`);
  return [head, facts, ...problems].join('\n');
}

async function check(context: Context<object>, file: string) {
  const manifest = await manifestOf(context, file);
  const answer = await (await context.assay()).tools.check(manifest, context.request);
  return outcome<CheckAnswer>({ data: answer, failed: !answer.ok, text: verdict });
}

export function addPublishCommands(program: Command, host: Host): void {
  add(program, 'publish <manifest>', 'Publish a version of a tool from its manifest (a JSON file, or - for stdin)', [
    'publish orders.create.json',
    'publish - < orders.create.json',
  ]).action(host.does(publish));
  add(program, 'check <manifest>', 'Say what publishing a manifest would do, with every problem', [
    'check orders.create.json',
  ]).action(host.does(check));
}
