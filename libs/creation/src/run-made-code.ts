import type { ToolTemplate } from '@assay/contracts';
import type { CodeEnd, CodeSandbox, CodeSession } from '@assay/runs';
import { type HostBridge, noBridge } from './host/host-bridge.js';
import { takesHost } from './python/takes-host.js';

/** What is needed to run the code of a made tool. */
export type MadeCode = Pick<ToolTemplate, 'code' | 'language' | 'limits'> & {
  /** Sources of its dependencies, by name. */
  readonly modules?: Readonly<Record<string, string>>;
};

/** How one input ended. `crash`: through an error of the engine, or a limit. */
export type MadeResult =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly message: string }
  | { readonly kind: 'crash'; readonly message: string };

const defaults = { cpuMs: 1_000, memoryMb: 64, timeoutMs: 5_000 };
/** A made tool computes at a time that stands still, so that it gives the same each time. */
const fixed = { nowMs: 1_735_689_600_000, seed: 1 };
const crashes = new Set([
  ...['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'InternalError'],
  // Of Python.
  ...['AttributeError', 'ImportError', 'IndentationError', 'IndexError', 'KeyError', 'MemoryError'],
  ...['ModuleNotFoundError', 'NameError', 'RecursionError', 'SystemError', 'UnboundLocalError', 'ZeroDivisionError'],
]);
const maxHostCalls = 100;
const manyInJavaScript = `import run from 'made-tool';
export default async (inputs, host) => {
  const out = [];
  for (const input of inputs) {
    try { out.push({ value: (await run(input, host)) ?? null }); }
    catch (error) { out.push({ name: String(error?.name ?? 'Error'), message: String(error?.message ?? error) }); }
  }
  return out;
};`;
const manyInPython = `import inspect, made_tool

${takesHost}
async def run(inputs, host):
    out = []
    for given in inputs:
        try:
            value = made_tool.run(given, host) if takes_host(made_tool.run) else made_tool.run(given)
            out.append({"value": await value if inspect.isawaitable(value) else value})
        except Exception as error:
            out.append({"name": type(error).__name__, "message": str(error)})
    return out
`;

export interface MadeRun {
  readonly bridge?: HostBridge;
  readonly signal?: AbortSignal;
}

/** Runs the code of a tool for one input, in a process of its own. Rejects when no process can be started. */
export async function runMadeCode(
  sandbox: CodeSandbox,
  { code, language, limits, modules = {} }: MadeCode,
  input: unknown,
  { bridge = noBridge, signal }: MadeRun = {},
): Promise<MadeResult> {
  const maxCalls = bridge === noBridge ? 0 : maxHostCalls;
  const session = await sandbox.open({
    ...{ language, entry: 'module', code, input, ...fixed, functions: bridge.functions, modules },
    limits: { ...defaults, ...limits, maxCalls },
  });
  return resultOf(await answered(session, bridge, signal));
}

/** Runs a session to its end. Calls of the host that are under way are cancelled with it. */
async function answered(session: CodeSession, bridge: HostBridge, signal?: AbortSignal): Promise<CodeEnd | undefined> {
  const over = new AbortController();
  const close = () => {
    over.abort();
    session.close();
  };
  if (signal?.aborted) close();
  signal?.addEventListener('abort', close, { once: true });
  const waiting = new Map<number, Promise<() => ReturnType<CodeSession['answer']>>>();
  let turn = await session.begin();
  while (turn.end === undefined) {
    for (const call of turn.calls)
      waiting.set(
        call.id,
        bridge.answer(call, over.signal).then((answer) => () => {
          waiting.delete(call.id);
          return session.answer(call.id, answer);
        }),
      );
    if (waiting.size === 0) break;
    const answer = await Promise.race(waiting.values());
    turn = await answer();
  }
  signal?.removeEventListener('abort', close);
  close();
  return turn.end;
}

/** Runs plain JavaScript or Python for many inputs in one process; where that ends early, for each by itself. */
export async function runMadeCodeOnAll(
  sandbox: CodeSandbox,
  made: MadeCode,
  inputs: readonly unknown[],
  bridge: HostBridge = noBridge,
): Promise<MadeResult[]> {
  const each = { ...defaults, ...made.limits };
  const isPython = made.language === 'python';
  const session = await sandbox.open({
    ...{
      language: made.language,
      entry: 'module',
      code: isPython ? manyInPython : manyInJavaScript,
      modules: { ...made.modules, [isPython ? 'made_tool' : 'made-tool']: made.code },
      input: inputs,
      functions: bridge.functions,
      ...fixed,
    },
    limits: {
      ...each,
      ...{ cpuMs: each.cpuMs * 2, timeoutMs: each.timeoutMs * 2 },
      maxCalls: bridge === noBridge ? 0 : maxHostCalls * inputs.length,
    },
  });
  const end = await answered(session, bridge);
  if (end?.kind === 'returned' && Array.isArray(end.value)) return end.value.map(entryOf);
  const results: MadeResult[] = [];
  for (const input of inputs) {
    const result = await runMadeCode(sandbox, made, input, { bridge });
    results.push(result);
    // One that hangs or crashes rejects the tool: the rest says nothing more.
    if (result.kind === 'crash') break;
  }
  return results;
}

function entryOf(entry: unknown): MadeResult {
  const { value, name, message } = entry as { value?: unknown; name?: string; message?: string };
  if (name === undefined) return { kind: 'returned', value };
  return { kind: crashes.has(name) ? 'crash' : 'threw', message: `${name}: ${message}` };
}

function resultOf(end: CodeEnd | undefined): MadeResult {
  switch (end?.kind) {
    case 'returned':
      return { kind: 'returned', value: end.value };
    case 'threw': {
      const { name, message, line } = end.problem;
      const where = line === undefined ? '' : ` (line ${line})`;
      return { kind: crashes.has(name) ? 'crash' : 'threw', message: `${name}: ${message}${where}` };
    }
    case 'limit':
      return { kind: 'crash', message: `It exceeded its limit: ${end.limit}.` };
    case 'stuck':
      return { kind: 'crash', message: 'It waits for something that never happens.' };
    default:
      return { kind: 'crash', message: 'Its process ended.' };
  }
}
