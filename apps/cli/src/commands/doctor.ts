import { AssayError, type Me, type ModelsView } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import type { Page } from '../output/page.js';
import { indent, padTo, plural } from '../output/text.js';
import type { Session } from '../session.js';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What to do; only beside what is not well, or could be better. */
  readonly advice?: string;
}

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function checkServer(session: Session, request: { signal: AbortSignal }): Promise<Check> {
  try {
    const { ready, problems } = await session.assay.health(request);
    const named = `${session.url} (address from ${session.urlFrom})`;
    return ready
      ? { name: 'server', ok: true, detail: named }
      : { name: 'server', ok: false, detail: `${named} is not ready: ${problems.join('; ')}` };
  } catch (error) {
    return { name: 'server', ok: false, detail: sentence(error), advice: `Address from ${session.urlFrom}.` };
  }
}

function checkKey(session: Session, me: Me): Check {
  if (!me.principal) {
    return {
      name: 'key',
      ok: false,
      detail: 'none: only public entries can be read',
      advice: 'Run `assay login`, set ASSAY_API_KEY, or run this where .assay/admin.key is.',
    };
  }
  const { kind, name } = me.principal;
  return { name: 'key', ok: true, detail: `${kind} ${name} of ${me.organisation} (from ${session.keyFrom})` };
}

const wanted = { 'tools:call': 'call tools', 'registry:publish': 'publish tools' } as const;

function checkScopes({ scopes, namespaces }: Me): Check {
  const missing = Object.entries(wanted).filter(([scope]) => !scopes.includes(scope) && !scopes.includes('admin'));
  const own = namespaces.length === 0 ? 'no namespace' : `publishes to ${namespaces.join(', ')}`;
  const detail = `${scopes.join(', ') || 'none'}; ${own}`;
  const needs = missing.map(([scope, purpose]) => `${scope} to ${purpose}`).join(' and ');
  return {
    name: 'scopes',
    ok: true,
    detail,
    ...(missing.length > 0 ? { advice: `A key needs ${needs}: ask an administrator for one.` } : {}),
  };
}

async function checkSearch(session: Session, request: { signal: AbortSignal }): Promise<Check> {
  try {
    const { items } = await session.assay.tools.list({ limit: 1 }, request).page();
    const { tookMs } = await session.assay.discover({ query: 'read a file', limit: 1, detail: 'names' }, request);
    const empty = { advice: 'No tools are visible to you: try `assay import mcp …`.' };
    const detail = `answered in ${tookMs.toFixed(1)} ms`;
    return { name: 'search', ok: true, detail, ...(items.length === 0 ? empty : {}) };
  } catch (error) {
    return { name: 'search', ok: false, detail: sentence(error) };
  }
}

type AskedModel = NonNullable<ModelsView['languageModel']>;

function checkModel(name: string, asked: AskedModel, more = ''): Check {
  if (asked.reachable)
    return { name, ok: true, detail: `${asked.model} answered in ${asked.tookMs.toFixed(0)} ms${more}` };
  return { name, ok: false, detail: `${asked.model}: ${asked.problem ?? 'it does not answer'}` };
}

/** Models are optional, and shown to administrators of the installation only: what is not there is not spoken of. */
async function checkModels(session: Session, request: { signal: AbortSignal }): Promise<Check[]> {
  try {
    const { languageModel, embedder } = await session.assay.models.ask(request);
    return [
      ...(languageModel ? [checkModel('model', languageModel)] : []),
      ...(embedder ? [embedderCheck(embedder)] : []),
    ];
  } catch (error) {
    const isNotForUs = error instanceof AssayError && [401, 403, 404].includes(error.status ?? 0);
    return isNotForUs ? [] : [{ name: 'models', ok: false, detail: sentence(error) }];
  }
}

function embedderCheck(embedder: NonNullable<ModelsView['embedder']>): Check {
  const { waiting, refused, paused } = embedder;
  const check = checkModel('vectors', embedder, waiting > 0 ? `; ${plural(waiting, 'text')} to embed` : '');
  if (!check.ok) return { ...check, advice: 'Search uses keywords only until then.' };
  if (paused !== null) return { ...check, advice: `Embedding is paused: ${paused}` };
  return refused > 0 ? { ...check, advice: `It refuses ${plural(refused, 'text')}; it retries them in a day.` } : check;
}

/** How commands are isolated, for callers who may register servers, and the records that are not started. */
async function checkIsolation(session: Session, request: { signal: AbortSignal }): Promise<Check[]> {
  try {
    const { isolation, limits, systemCalls, detail, servers } = await session.assay.servers.isolation(request);
    const weak = isolation === 'none';
    const calls = systemCalls === undefined ? '' : `system calls ${systemCalls}; `;
    const means = `${isolation}; limits by ${limits}; ${calls}${plural(servers.length, 'command')}`;
    const advice = weak
      ? `${detail ?? ''} Only administrators of the installation may register commands.`.trim()
      : detail;
    return [
      { name: 'isolate', ok: true, detail: means, ...(advice ? { advice } : {}) },
      ...servers.flatMap(({ name, organisation, isolation: profile, problem }): Check[] => {
        if (problem !== null)
          return [{ name: 'command', ok: false, detail: `${name} (${organisation}) is not started`, advice: problem }];
        const line = { name: 'command', ok: true, detail: `${name}: ${profile}` };
        return [profile === 'off' ? { ...line, advice: 'An administrator switched its isolation off.' } : line];
      }),
    ];
  } catch (error) {
    const isNotForUs = error instanceof AssayError && [401, 403, 404].includes(error.status ?? 0);
    return isNotForUs ? [] : [{ name: 'isolate', ok: false, detail: sentence(error) }];
  }
}

async function checkIdentity(session: Session, request: { signal: AbortSignal }): Promise<Check[]> {
  try {
    const me = await session.assay.me(request);
    return me.principal ? [checkKey(session, me), checkScopes(me)] : [checkKey(session, me)];
  } catch (error) {
    const refused = error instanceof AssayError && error.status === 401;
    const advice = refused ? { advice: `Key from ${session.keyFrom}. Run \`assay login\` with another.` } : {};
    return [{ name: 'key', ok: false, detail: sentence(error), ...advice }];
  }
}

function line(check: Check, page: Page): string {
  const mark = check.ok ? page.good('ok') : page.bad('no');
  const head = `${mark}  ${padTo(check.name, 7)}  ${check.detail}`;
  return check.advice ? `${head}\n${indent(page.warn(check.advice), ' '.repeat(13))}` : head;
}

async function doctor(context: Context<object>) {
  const session = await context.session();
  const server = await checkServer(session, context.request);
  const further = server.ok
    ? [
        ...(await checkIdentity(session, context.request)),
        await checkSearch(session, context.request),
        ...(await checkModels(session, context.request)),
        ...(await checkIsolation(session, context.request)),
      ]
    : [];
  const checks = [server, ...further];
  const wrong = checks.filter(({ ok }) => !ok).length;
  return outcome({
    data: { ok: wrong === 0, checks },
    failed: wrong > 0,
    text: (data, page) => data.checks.map((check) => line(check, page)).join('\n'),
    notes: () => (wrong === 0 ? [] : [`${plural(wrong, 'problem')} found.`]),
  });
}

export function addDoctorCommand(program: Command, host: Host): void {
  add(program, 'doctor', 'Check the server, the API key and its permissions', ['doctor']).action(host.does(doctor));
}
