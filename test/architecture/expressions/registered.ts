import type { Expression } from './find-expressions.js';
import { generalInputs, type Input, repeated } from './growth.js';

/** Expressions that no proof covers, and how they are known to be linear in their text all the same. */
export interface Registered {
  readonly path: string;
  /** The pattern's beginning; null for those that are put together at run time. */
  readonly pattern: string | null;
  /** How many there are of the kind. */
  readonly count?: number;
  /** What is run in place of one that is put together at run time: it has the same form. */
  readonly like?: readonly (readonly [pattern: string, flags: string])[];
  /** Its worst known inputs, beside those that are bad for all kinds. */
  readonly inputs?: readonly Input[];
  /** The longest text it ever runs on, where that is short, and why. */
  readonly bound?: { readonly characters: number; readonly because: string };
}

/** A bound above this is none: the expression has to be linear. */
export const maxBound = 4_096;

/** Rules whose texts are cut before any of them runs: they are measured together, from where the text comes in. */
export const measuredAtEntry = ['libs/trust/src/abuse/'];

const identifier = '[A-Za-z_][A-Za-z0-9_]*';
const namespace = '[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?';
const local = '[A-Za-z0-9_.-]{1,128}';
const form = (pattern: string) => [`(?<![\\p{L}\\p{N}_#$./-])${pattern}(?![\\p{L}\\p{N}_$])`, 'giu'] as const;
const host = '([A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|::1)';
const part = '[A-Za-z0-9][A-Za-z0-9._-]{0,99}';
const amount = '(\\d{1,7}(?:\\.\\d{1,6})?)';

export const registered: readonly Registered[] = [
  {
    path: 'libs/contracts/src/grpc-endpoint.ts',
    pattern: null,
    count: 2,
    like: [
      [`^${identifier}(?:\\.${identifier})*$`, ''],
      [`^${identifier}$`, ''],
    ],
  },
  {
    path: 'libs/contracts/src/names.ts',
    pattern: null,
    count: 5,
    like: [
      [`^${namespace}$`, ''],
      [`^${local}$`, ''],
      [`^${namespace}/${local}$`, ''],
      [`^${namespace}/${local}(?:@[^@]{1,200})?$`, ''],
      [`^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,196}[A-Za-z0-9])?/(?:\\*|[A-Za-z0-9_.-]{1,198}(?:@[^@\\0]{1,255})?)$`, ''],
    ],
  },
  {
    path: 'libs/contracts/src/tool-list.ts',
    pattern: null,
    like: [['^(?:namespace|stage|protocol)(?:,(?:namespace|stage|protocol)){0,5}$', '']],
  },
  {
    path: 'libs/contracts/src/webhooks.ts',
    pattern: '^whsec_(?=',
    inputs: [repeated('A', 'whsec_'), repeated('A=', 'whsec_')],
  },
  { path: 'libs/registry/src/check-address.ts', pattern: '^(?!grpc-)', inputs: [repeated('grpc-')] },
  {
    path: 'libs/json-schema/src/comparison/pattern-samples.ts',
    pattern: null,
    bound: { characters: 2, because: 'it is one class of a pattern against one character' },
  },
  {
    path: 'libs/importing/src/commands/find-addresses.ts',
    pattern: null,
    count: 4,
    like: [
      ['^([A-Za-z0-9][A-Za-z0-9.-]{0,252}):(\\d{1,5})$', ''],
      ['\\bhost\\s*=\\s*([A-Za-z0-9][A-Za-z0-9.-]{0,252})', 'i'],
      ['^([A-Za-z0-9][A-Za-z0-9.-]{0,252})(?::(\\d{1,5}))?$', ''],
      ['^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$', ''],
    ],
    inputs: [repeated(' ', 'host'), repeated('host '), repeated('host=')],
  },
  { path: 'libs/registry/src/look-alike.ts', pattern: '(.)\\1+' },
  {
    path: 'libs/importing/src/official/version-text.ts',
    pattern: null,
    like: [
      [`^v?\\d+(?:\\.\\d+){0,3}(?:[-+][0-9A-Za-z.+-]*)?\\s+-\\s+v?\\d+(?:\\.\\d+){0,3}(?:[-+][0-9A-Za-z.+-]*)?$`, ''],
    ],
    inputs: [repeated(' ', '1.0.0-a'), repeated('1.0-', '1.0.0-'), repeated(' - ', '1')],
  },
  {
    path: 'libs/importing/src/official/version-text.ts',
    pattern: '^(?:\\^|~>?',
    inputs: [repeated(' ', '^'), repeated('v', '~')],
  },
  {
    path: 'libs/json-schema/src/pattern.ts',
    pattern: null,
    like: [
      [
        '\\\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\\\u([dD][c-fC-F][0-9a-fA-F]{2})|u\\{([0-9A-Fa-f]{1,6})\\}|u([0-9A-Fa-f]{4})|c([A-Za-z])|([pP])\\{(?:Script|sc|General_Category|gc)=(\\w+)\\}|[^])',
        'g',
      ],
    ],
    inputs: [repeated('\\p{sc=a'), repeated('a', '\\p{sc='), repeated('\\ud83d')],
  },
  { path: 'libs/json-schema/src/repeat-counts.ts', pattern: '\\{(\\d{1,9})', inputs: [repeated('{1,')] },
  { path: 'libs/json-schema/src/repeat-counts.ts', pattern: '\\\\(?:[pPx]', inputs: [repeated('\\p{')] },
  { path: 'libs/json-schema/src/repeat-counts.ts', pattern: '\\((?:\\?', inputs: [repeated('(?<a')] },
  { path: 'libs/json-schema/src/repeat-counts.ts', pattern: '(\\\\.)|', inputs: [repeated('(?<a')] },
  {
    path: 'libs/discovery/src/parse-text.ts',
    pattern: '"[^"]*"',
    inputs: ['“', '«', '`', " '", '"«“`'].map((it) => repeated(it)),
  },
  {
    path: 'libs/discovery/src/text-forms.ts',
    pattern: null,
    like: [
      form(`(?:p95\\s+)?(?:under|below|at\\s+most|max|<=?|≤)\\s*${amount}(?:\\s*(ms)|\\s+(s))`),
      form('trust\\s*(?:at\\s+least|>=|≥)\\s*(0(?:\\.\\d{1,6})?|\\.\\d{1,6}|1(?:\\.0{1,6})?)'),
      form('version:([^\\s,;|"]{0,99}[^\\s,;|".!?)])'),
    ],
    inputs: [
      ...['<', 'at ', 'at most ', 'under ', 'p95 ', 'trust', 'trust ', 'trust at ', 'version:', 'version:! '].map(
        (it) => repeated(it),
      ),
      ...['<', 'at', 'under', 'p95', 'trust'].map((it) => repeated(' ', it)),
      repeated(' ', 'under 1'),
    ],
  },
  {
    path: 'libs/registry/src/upstream-identity.ts',
    pattern: '(?<=.)@[^/@]*$',
    inputs: [repeated('@'), repeated('=', '', '\n'), repeated('a@', '', '/')],
  },
  {
    path: 'libs/identity/src/prove-domain.ts',
    pattern: '^(?=.{4,253}$)',
    inputs: [repeated('a.'), repeated('a-')],
  },
  {
    path: 'libs/kernel/src/shape-words.ts',
    pattern: null,
    count: 2,
    like: [['^Too big: expected \\w+ to (?:be|have) [<>](?<equal>=?)(?<most>[\\d.e+-]+)(?: (?<things>\\w+))?$', '']],
    inputs: [repeated('1', 'Too big: expected number to be <'), repeated('a', 'Too big: expected ')],
  },
  {
    path: 'libs/named-values/src/field-class.ts',
    pattern: '^(?=.{',
    count: 9,
    bound: { characters: 4_096, because: 'longer values of a member are not asked' },
  },
  {
    path: 'libs/isolation/src/explain/find-paths.ts',
    pattern: '[.:!?]+$',
    bound: { characters: 1_001, because: 'no path that is found is longer' },
  },
  {
    path: 'libs/isolation/src/explain/find-paths.ts',
    pattern: '(?<=.)\\/+$',
    bound: { characters: 1_001, because: 'no path that is found is longer' },
  },
  {
    path: 'libs/isolation/src/explain/find-unreached.ts',
    pattern: null,
    count: 9,
    like: [
      [`\\bE(?:CONNREFUSED|CONNRESET|NETUNREACH|HOSTUNREACH|TIMEDOUT) \\[?${host}\\]?:(\\d{1,5})\\b`, ''],
      [`\\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN) ${host}`, ''],
      [`connection to server at "${host}"[^\\n]{0,100}, port (\\d{1,5}) failed`, ''],
      [`could not translate host name "${host}" to address`, ''],
      [`host='${host}', port=(\\d{1,5})`, ''],
      [`Can't connect to [A-Za-z]{1,20} server on '${host}(?::(\\d{1,5}))?'`, ''],
      [`Error \\d+ connecting to ${host}:(\\d{1,5})\\.`, ''],
      [`Could not resolve host: ${host}`, ''],
      [`dial tcp:? (?:lookup )?${host}(?::(\\d{1,5}))?`, ''],
    ],
    inputs: [
      repeated('Error 1'),
      repeated('1', 'Error '),
      repeated('dial tcp a'),
      repeated("Can't connect to a server on 'a"),
      repeated('connection to server at "a"'),
    ],
  },
  {
    path: 'libs/isolation/src/program/package-folders.ts',
    pattern: '^(.*\\/site-packages',
    bound: { characters: 4_096, because: 'it is a path of this machine, and systems have none that is longer' },
  },
  { path: 'libs/isolation/src/support/cgroups.ts', pattern: null, like: [['^assay-(\\d+)-', '']] },
  {
    path: 'libs/models/src/o200k-tokens.ts',
    pattern: '[\\p{L}\\p{M}]+|',
    inputs: [repeated('!'), repeated('!\n'), repeated('\r')],
  },
  {
    path: 'libs/search/src/text/words.ts',
    pattern: null,
    count: 2,
    like: [
      [
        '[[\\p{scx=Han}\\p{scx=Thai}]&&[\\p{L}\\p{M}\\p{N}]]+|(?:(?![[\\p{scx=Han}\\p{scx=Thai}]&&[\\p{L}\\p{M}\\p{N}]])[\\p{L}\\p{M}\\p{N}])+',
        'gv',
      ],
      ['^[[\\p{scx=Han}\\p{scx=Thai}]&&[\\p{L}\\p{M}\\p{N}]]', 'v'],
    ],
    inputs: [repeated('漢a'), repeated('aก')],
  },
  {
    path: 'libs/search/src/text/words.ts',
    pattern: '\\p{Lu}+(?!',
    inputs: [repeated('AB'), repeated('Aa'), repeated('AAa')],
  },
  {
    path: 'libs/transports/src/egress/address-kind.ts',
    pattern: '(\\d+)\\.(\\d+)',
    bound: { characters: 64, because: 'it is asked of valid IPv6 addresses alone' },
  },
  {
    path: 'libs/transports/src/mcp/packages/package-command.ts',
    pattern: '^(?:@[A-Za-z0-9._~-]+',
    bound: { characters: 512, because: 'a longer text is no package' },
  },
  {
    path: 'libs/transports/src/mcp/packages/source-settings.ts',
    pattern: '^npm_config_',
    inputs: [repeated('prefi', 'npm_config_'), repeated('_local', 'npm_config_a')],
  },
  {
    path: 'libs/transports/src/mcp/packages/source-settings.ts',
    pattern: '^[ \\t]*(?:\\S*:)?(?:cafile',
    inputs: [repeated('cafile='), repeated('a:'), repeated(' ', 'cafile'), repeated(' ', 'cafile=a', '!')],
  },
  {
    path: 'libs/toolkits/communication/src/pipelines/run-pipeline.ts',
    pattern: null,
    like: [[`^(?:github:${part}/${part}|gitlab:${part}(?:/${part}){1,5}|jenkins:${part}(?:/${part}){0,8})$`, '']],
    inputs: [repeated('a/', 'gitlab:'), repeated('a', 'github:')],
  },
  {
    path: 'libs/toolkits/communication/src/tickets/tracker.ts',
    pattern: null,
    count: 2,
    like: [[`^(?:github:${part}/${part}|gitlab:${part}(?:/${part}){1,5}|jira:[A-Z][A-Z0-9_]{1,20})$`, '']],
    inputs: [repeated('a/', 'gitlab:'), repeated('a', 'github:')],
  },
  {
    path: 'libs/toolkits/communication/src/recipients/address.ts',
    pattern: '^(?=.{1,253}$)',
    bound: { characters: 2_000, because: 'it is the domain of a recipient of at most 320 characters' },
  },
  {
    path: 'libs/toolkits/communication/src/recipients/address.ts',
    pattern: '^([^<>]{0,200}?)',
    bound: { characters: 320, because: 'a longer recipient is refused' },
  },
  {
    path: 'libs/toolkits/communication/src/recipients/address.ts',
    pattern: '^["',
    bound: { characters: 320, because: 'a longer recipient is refused' },
  },
  {
    path: 'libs/toolkits/communication/src/recipients/lookalike.ts',
    pattern: null,
    like: [['\\p{Script=Latin}', 'u']],
  },
  {
    path: 'libs/toolkits/communication/src/settings/reach.ts',
    pattern: '^(?:\\*\\.)?(?=',
    inputs: [repeated('a.'), repeated('a'), repeated('a-')],
  },
  {
    path: 'libs/toolkits/communication/src/settings/reach.ts',
    pattern: '^[a-z]+:',
    count: 2,
    inputs: [repeated('a'), repeated('a', 'a:'), repeated('a:')],
  },
  {
    path: 'libs/toolkits/communication/src/settings/services.ts',
    pattern: null,
    like: [['^TEAMS_WEBHOOK_[A-Z][A-Z0-9_]{0,40}$', '']],
  },
  {
    path: 'libs/toolkits/communication/src/tools/draft-mail.ts',
    pattern: null,
    like: [['^Re:', 'i']],
  },
  {
    path: 'libs/toolkits/files/src/literal-pattern.ts',
    pattern: null,
    like: [['(?<![\\p{L}\\p{N}_])aaaaaaaa(?![\\p{L}\\p{N}_])', 'iu']],
  },
];

/** The registration of an expression; undefined when there is none. */
export const registrationOf = ({ path, pattern }: Expression): Registered | undefined =>
  registered.find(
    (it) => it.path === path && (it.pattern === null ? pattern === null : pattern?.startsWith(it.pattern) === true),
  );

export const inputsOf = ({ inputs = [] }: Registered): readonly Input[] => [...inputs, ...generalInputs];
