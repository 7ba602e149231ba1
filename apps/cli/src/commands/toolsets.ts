import type { CreateToolset, ReplaceToolset, ToolsetView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { toolReference, whole } from '../input/options.js';
import { parseJson, readJsonObject } from '../input/read-json.js';
import type { Page } from '../output/page.js';
import { table } from '../output/table.js';
import { addDelete, addList, addShow } from '../route-commands.js';
import { UsageError } from '../usage-error.js';

type Tool = CreateToolset['tools'][number];

const detailsOf = (it: ToolsetView, page: Page): string =>
  [
    `${it.name} (${it.visibility === 'private' ? 'private' : 'for the organisation'})${it.description ? `: ${it.description}` : ''}`,
    `${it.url}`,
    '',
    table(
      page,
      ['AS', 'TOOL', 'PRESET'],
      it.tools.map(({ as, tool, preset, shadow, canary }) => [
        as,
        `${tool}${shadow === undefined ? '' : ` (shadow ${shadow} %)`}${canary === undefined ? '' : ` (canary ${canary} %)`}`,
        preset ? JSON.stringify(preset) : '',
      ]),
    ),
    ...(it.enables.length > 0 ? ['', `Also lists ${it.enables.join(', ')} of the gateway.`] : []),
    ...(it.responseTokens === null ? [] : ['', `At most ${it.responseTokens} tokens of a response.`]),
  ].join('\n');

interface SetOptions {
  readonly preset?: string[];
  readonly file?: string;
  readonly description?: string;
  readonly private?: boolean;
  readonly responseTokens?: number;
  readonly enable?: string[];
}

/** `name=ns/tool`, or a tool alone. */
function namedTools(value: string, before: readonly Tool[] = []): Tool[] {
  const match = /^([A-Za-z0-9_-]{1,64})=(.+)$/.exec(value);
  if (!match) return [...before, { tool: toolReference(value) }];
  return [...before, { tool: toolReference(match[2] as string), as: match[1] as string }];
}

/** The body of a request: of a file, or of the options. */
async function bodyOf({ io, options }: Context<SetOptions>, tools: readonly Tool[]): Promise<ReplaceToolset> {
  const { file, description, private: isPrivate, responseTokens, enable } = options;
  if (file !== undefined && tools.length > 0) throw new UsageError('Give either --file or the tools.');
  const given =
    file === undefined ? { tools: [...tools] } : ((await readJsonObject(io, file)) as unknown as ReplaceToolset);
  if (given.tools === undefined || given.tools.length === 0)
    throw new UsageError('Name the tools, such as acme/orders.create or order=acme/orders.create@^1, or give --file.');
  return {
    ...given,
    ...(description !== undefined && { description }),
    ...(isPrivate !== undefined && { visibility: isPrivate ? 'private' : 'organisation' }),
    ...(responseTokens !== undefined && { responseTokens }),
    ...(enable !== undefined && { enables: enable as NonNullable<ReplaceToolset['enables']> }),
  };
}

/** `as={"argument": "value"}` on the tool of that name. */
function withPresets(tools: readonly Tool[], presets: readonly string[]): Tool[] {
  const byName = new Map(presets.map(presetOf));
  const named = tools.map((it) => {
    const key = it.as ?? it.tool;
    const preset = byName.get(key);
    byName.delete(key);
    return preset === undefined ? it : { ...it, preset };
  });
  const [left] = byName.keys();
  if (left !== undefined) throw new UsageError(`--preset names ${left}, which is not one of the given tools.`);
  return named;
}

function presetOf(text: string): [string, Record<string, unknown>] {
  const at = text.indexOf('=');
  const value = parseJson(text.slice(at + 1), `The preset of ${text.slice(0, Math.max(at, 0))}`);
  if (at < 1 || typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('--preset must look like order=\'{"currency": "EUR"}\'.');
  return [text.slice(0, at), value as Record<string, unknown>];
}

async function create(context: Context<SetOptions>, name: string, tools: Tool[] = []) {
  const body = await bodyOf(context, withPresets(tools, context.options.preset ?? []));
  const toolset = await (await context.assay()).toolsets.create({ ...body, name }, context.request);
  return outcome<ToolsetView>({
    data: toolset,
    text: (it, page) => `${page.good('Made')} ${detailsOf(it, page)}`,
    notes: (it) => [`To use it in an MCP client: assay connect --toolset ${it.name}`],
  });
}

async function replace(context: Context<SetOptions>, name: string, tools: Tool[] = []) {
  const body = await bodyOf(context, withPresets(tools, context.options.preset ?? []));
  const toolset = await (await context.assay()).toolsets.replace(name, body, context.request);
  return outcome<ToolsetView>({ data: toolset, text: (it, page) => `${page.good('Replaced')} ${detailsOf(it, page)}` });
}

const contents = (command: Command): Command =>
  command
    .argument('<name>', 'lower-case letters, digits, dots and hyphens')
    .argument('[tools...]', 'namespace/tool or namespace/tool@range; name=namespace/tool renames it', namedTools)
    .option(
      '--preset <tool=json>',
      'preset arguments of a tool, hidden from callers (repeatable)',
      (value: string, before: string[] = []) => [...before, value],
    )
    .option(
      '--file <file>',
      'the toolset as JSON: {"tools": [{"tool", "as", "preset", "structured", "shadow", "canary"}]}; - reads standard input',
    )
    .option('--description <text>', 'instructions for clients')
    .option(
      '--response-tokens <n>',
      'most tokens of a response; a longer result is its beginning and a pointer',
      whole(200, 10_000_000),
    )
    .option(
      '--enable <tool>',
      "one of the gateway's tools to list as well: search_tools, execute_tool_plan, read_output, sagas (repeatable)",
      (value: string, before: string[] = []) => [...before, value],
    )
    .option('--private', 'private to you and administrators')
    .option('--no-private', 'for the organisation');

export function addToolsetCommands(program: Command, host: Host): void {
  const group = program.command('toolsets').description('Named sets of tools, each served as an MCP server');
  addList(group, host, {
    route: 'listToolsets',
    description: 'List the toolsets you may see',
    examples: ['toolsets'],
    isDefault: true,
    layout: {
      headings: ['NAME', 'TOOLS', 'SEEN BY', 'URL'],
      row: (it) => [it.name, String(it.tools.length), it.visibility === 'private' ? 'its maker' : 'members', it.url],
      empty: 'No toolsets. See `assay toolsets create --help`.',
    },
  });
  addShow(group, host, {
    route: 'showToolset',
    description: 'Show a toolset',
    examples: ['toolsets show desk'],
    text: detailsOf,
  });
  contents(
    add(group, 'create', 'Create a toolset', [
      'toolsets create desk acme/orders.create acme/mail.send@^2',
      'toolsets create desk order=acme/orders.create --preset \'order={"currency": "EUR"}\'',
    ]),
  ).action(host.does(create));
  contents(
    add(group, 'replace', "Replace a toolset's tools; connected clients are notified", [
      'toolsets replace desk acme/orders.create',
    ]),
  ).action(host.does(replace));
  addDelete(group, host, {
    route: 'deleteToolset',
    word: 'remove',
    description: 'Remove a toolset',
    examples: ['toolsets remove desk'],
    done: (name) => `Removed ${name}. Its tools are unchanged.`,
  });
}
