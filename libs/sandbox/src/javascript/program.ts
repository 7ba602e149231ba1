/**
 * The program of a child process that runs one piece of generated JavaScript in QuickJS. It imports nothing of this
 * library, so that it also runs from its source. It reads a job and answers from standard input, and writes turns to
 * standard output: one JSON value a line.
 */
import { stripTypeScriptTypes } from 'node:module';
import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSSyncVariant,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';

interface Job {
  readonly settings: string;
  readonly code: string;
  readonly entry: 'body' | 'module';
  readonly isTypeScript: boolean;
  /** Sources by the names code may import. */
  readonly modules: Readonly<Record<string, string>>;
  readonly memoryBytes: number;
  readonly cpuMs: number;
  readonly maxCalls: number;
  readonly maxLog: number;
}

type Answer = { readonly id: number; readonly isOk: boolean; readonly json: string };

/** Above this the engine overruns the stack of the process: 512 KB crashed it. */
const stackBytes = 160 * 1024;
const header = 'async function run() {\n';
const footer = '\n}';
const warmUpCode =
  'console.log("a", { a: [input] }); const b = await Promise.all([tools["a/b"]({ c: new Date() }), Math.random()]); return b.map((it) => ({ it, x: /a+/.exec("a") }))';

const noJob: Job = {
  ...{ settings: '{}', code: '', entry: 'body', isTypeScript: false, modules: {} },
  ...{ memoryBytes: 16_000_000, cpuMs: 1_000, maxCalls: 10, maxLog: 100 },
};

/** Runs what most code uses: Node compiles the engine's functions at their first use, which takes longer than most runs. */
function warmUp(module: QuickJSWASMModule, prelude: string): void {
  const settings = JSON.stringify({ entry: 'body', seed: 1, nowMs: 0, input: '{}', functions: [] });
  for (let turn = 0; turn < 3; turn += 1) {
    const engine = new Engine(module, prelude, () => undefined);
    engine.begin({ ...noJob, settings, code: warmUpCode });
    engine.answer({ id: 1, isOk: true, json: '{}' });
  }
}

const write = (message: unknown): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

/** One job in one engine. */
class Engine {
  #job: Job = noJob;
  readonly #write: (turn: unknown) => void;
  readonly #factory: QuickJSHandle;
  readonly #runtime: QuickJSRuntime;
  readonly #vm: QuickJSContext;
  #settle: QuickJSHandle | undefined;
  #calls: { id: number; kind: string; name: string; argument: string }[] = [];
  #logs: { level: string; text: string }[] = [];
  #end: object | undefined;
  #logged = 0;
  #called = 0;
  #cpuUsed = 0;
  #turnFrom = 0;
  #limit: string | undefined;

  /** As much as can be done before the job is there. */
  constructor(module: QuickJSWASMModule, prelude: string, write: (turn: unknown) => void) {
    this.#write = write;
    this.#runtime = module.newRuntime();
    this.#runtime.setMaxStackSize(stackBytes);
    this.#runtime.setInterruptHandler(() => this.#isOver());
    this.#vm = this.#runtime.newContext();
    this.#factory = this.#vm.unwrapResult(this.#vm.evalCode(prelude, 'prelude.js'));
  }

  begin(job: Job): void {
    const vm = this.#vm;
    this.#job = job;
    this.#runtime.setMemoryLimit(job.memoryBytes);
    this.#turnFrom = cpuMs();
    let { code } = job;
    if (job.isTypeScript) {
      try {
        code = withoutTypes(code, job.entry);
      } catch (error) {
        this.#end = { threw: { name: 'SyntaxError', message: (error as Error).message } };
        this.#turn();
        return;
      }
    }
    const wrong = job.entry === 'body' ? this.#wrongBody(code) : null;
    if (wrong !== null) {
      this.#end = { threw: wrong };
      this.#turn();
      return;
    }
    const modules: Record<string, string> = { __proto__: null as never, ...job.modules, tool: code };
    this.#runtime.setModuleLoader(
      (name) => modules[name] ?? { error: new Error(`"${name}" is not a dependency of this code.`) },
    );
    const parts = [
      ...[this.#onSend(), this.#onLog(), this.#onFinish()],
      ...[vm.newString(job.settings), vm.newString(job.entry === 'body' ? code : '')],
    ];
    const bridge = vm.unwrapResult(vm.callFunction(this.#factory, vm.undefined, ...parts));
    this.#settle = vm.getProp(bridge, 'settle');
    this.#ran(vm.callFunction(vm.getProp(bridge, 'begin'), vm.undefined));
    this.#drain();
  }

  /**
   * What is wrong with the syntax of a body; null for nothing. A body that closes its function early and goes on behind
   * it cannot fit both as a declaration, after which a statement follows, and as a method, after which none can.
   */
  #wrongBody(code: string): unknown {
    for (const whole of [`${header}${code}${footer}`, `({ async run() {\n${code}${footer} })`]) {
      const compiled = this.#vm.evalCode(whole, 'code', { compileOnly: true });
      if (compiled.error !== undefined) return this.#dumped(compiled.error);
      compiled.value.dispose();
    }
    return null;
  }

  #dumped(error: QuickJSHandle): unknown {
    const problem: unknown = this.#vm.dump(error);
    error.dispose();
    return problem;
  }

  answer({ id, isOk, json }: Answer): void {
    const { vm, settle } = { vm: this.#vm, settle: this.#settle };
    this.#turnFrom = cpuMs();
    if (settle === undefined || this.#end !== undefined) {
      this.#turn();
      return;
    }
    const text = vm.newString(json);
    this.#ran(vm.callFunction(settle, vm.undefined, vm.newNumber(id), isOk ? vm.true : vm.false, text));
    text.dispose();
    this.#drain();
  }

  #onSend = () =>
    this.#vm.newFunction('send', (id, kind, name, argument) => {
      this.#called += 1;
      if (this.#called > this.#job.maxCalls) {
        this.#limit = 'calls';
        return;
      }
      const { vm } = { vm: this.#vm };
      const asked = { kind: vm.getString(kind), name: vm.getString(name), argument: vm.getString(argument) };
      // Reading a string ends at its first NUL: the name of one tool must not pass for another's.
      const isCut = vm.getNumber(vm.getProp(name, 'length')) !== asked.name.length;
      this.#calls.push({ id: vm.getNumber(id), ...asked, ...(isCut && { name: `${asked.name}\u0000` }) });
    });

  #onLog = () =>
    this.#vm.newFunction('log', (level, text) => {
      if (this.#logged >= this.#job.maxLog) return;
      const said = this.#vm.getString(text).slice(0, this.#job.maxLog - this.#logged);
      this.#logged += said.length;
      const isCut = this.#logged >= this.#job.maxLog;
      this.#logs.push({ level: this.#vm.getString(level), text: isCut ? `${said} [the rest is omitted]` : said });
    });

  #onFinish = () =>
    this.#vm.newFunction('finish', (isOk, json) => {
      const text = this.#vm.getString(json);
      if (this.#end === undefined)
        this.#end = this.#vm.dump(isOk) === true ? { returned: text } : { threw: JSON.parse(text) as object };
    });

  #isOver(): boolean {
    if (this.#limit === undefined && this.#cpuUsed + cpuMs() - this.#turnFrom > this.#job.cpuMs) this.#limit = 'cpu';
    return this.#limit !== undefined;
  }

  #ran(result: ReturnType<QuickJSContext['callFunction']>): void {
    if (result.error === undefined) {
      result.value.dispose();
      return;
    }
    const problem = this.#dumped(result.error);
    this.#end ??= { threw: problem };
  }

  #drain(): void {
    const done = this.#runtime.executePendingJobs();
    if (done.error !== undefined) {
      const problem = this.#dumped(done.error);
      this.#end ??= { threw: problem };
    }
    this.#turn();
  }

  /** What has happened since the last answer. */
  #turn(): void {
    this.#cpuUsed += cpuMs() - this.#turnFrom;
    const end = this.#limit === undefined ? this.#end : { limit: this.#limit };
    this.#write({ calls: this.#calls, logs: this.#logs, cpuMs: Math.round(this.#cpuUsed), ...(end && { end }) });
    this.#calls = [];
    this.#logs = [];
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function withoutTypes(code: string, entry: Job['entry']): string {
  const whole = entry === 'body' ? `${header}${code}${footer}` : code;
  const strip = (mode: 'strip' | 'transform') => stripTypeScriptTypes(whole, { mode });
  let plain: string;
  try {
    plain = strip('strip');
  } catch {
    // Enumerations and parameter properties are more than types.
    plain = strip('transform');
  }
  if (entry === 'module') return plain;
  return plain.slice(plain.indexOf('{') + 1, plain.lastIndexOf('}'));
}

async function main(): Promise<void> {
  const [core, variant] = await Promise.all([
    import('quickjs-emscripten-core'),
    import('@jitl/quickjs-wasmfile-release-sync'),
  ]);
  const module = await core.newQuickJSWASMModuleFromVariant(variant.default as unknown as QuickJSSyncVariant);
  let engine: Engine | undefined;
  const read = (line: string): void => {
    const message = JSON.parse(line) as { readonly warmUp?: string; readonly job?: Job; readonly answer?: Answer };
    if (message.warmUp !== undefined) {
      warmUp(module, message.warmUp);
      engine = new Engine(module, message.warmUp, write);
      write({ ready: true });
    } else if (message.job !== undefined) engine?.begin(message.job);
    else if (message.answer !== undefined) engine?.answer(message.answer);
  };
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) read(line);
  });
  process.stdin.on('end', () => process.exit(0));
}

await main();
