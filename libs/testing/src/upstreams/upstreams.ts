import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** How the test upstream behaves as a server; its tools misbehave each in a way of its own, in every mode. */
export type UpstreamMode =
  | 'plain'
  | 'exits'
  | 'mute'
  | 'flapping'
  | 'many'
  | 'endless'
  | 'changing'
  | 'stubborn'
  | 'family'
  | 'json'
  | 'redirects'
  | 'forgets'
  | 'resumes'
  | 'limited'
  | 'tasks';

// The same place seen from the sources and from what is built of them.
const script = (name: string) => fileURLToPath(new URL(`../../src/upstreams/${name}`, import.meta.url));

/** The command of a test upstream over stdio. `file` is where it writes effects and cancellations, or looks for its sign. */
export function stdioUpstream(mode: UpstreamMode = 'plain', file = ''): { command: string; args: string[] } {
  return { command: 'node', args: [script('upstream.mjs'), 'stdio', mode, file] };
}

/** The command of an upstream that speaks the 2026-07-28 revision only, over stdio. */
export const modernStdioUpstream = (): { command: string; args: string[] } => ({
  command: 'node',
  args: [script('modern-upstream.mjs'), 'stdio'],
});

/** Which revisions the upstream with everything speaks. */
export type Era = 'legacy' | 'modern' | 'both';

/** The command of the upstream with everything that MCP has, under the names that the conformance tool calls. */
export const everythingStdioUpstream = (era: Era = 'both'): { command: string; args: string[] } => ({
  command: 'node',
  args: [script('everything-upstream.mjs'), 'stdio', era],
});

/** What the hostile command tries to reach. */
export interface AttackTargets {
  readonly home: string;
  readonly neighbour: string;
  readonly database: { readonly host: string; readonly port: number };
  readonly socket: string;
  readonly private: { readonly host: string; readonly port: number };
  /** A process outside. */
  readonly victim: number;
  readonly forks?: number;
  readonly memoryBytes?: number;
}

/** The command of a server whose tool `attack` tries to get out of its sandbox. */
export const hostileCommand = (targets: AttackTargets): { command: string; args: string[] } => ({
  command: 'node',
  args: [script('hostile-command.mjs'), JSON.stringify(targets)],
});

export interface HttpUpstream {
  readonly url: string;
  readonly pid: number;
  /** What it has said since it listened, a line each. */
  readonly lines: readonly string[];
  stop(): Promise<void>;
}

/** Starts a test upstream over streamable HTTP, in a process of its own, at a free port of this machine. */
export const startUpstreamHttp = (mode: UpstreamMode = 'plain', file = ''): Promise<HttpUpstream> =>
  startHttp([script('upstream.mjs'), 'http', mode, file]);

/** The same for the 2026-07-28 revision only. */
export const startModernUpstreamHttp = (): Promise<HttpUpstream> => startHttp([script('modern-upstream.mjs'), 'http']);

/** The upstream with everything over streamable HTTP. It says `waiting`, `cancelled` and `session ended`. */
export const startEverythingHttp = (era: Era = 'both'): Promise<HttpUpstream> =>
  startHttp([script('everything-upstream.mjs'), 'http', era]);

async function startHttp(args: readonly string[]): Promise<HttpUpstream> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const said: string[] = [];
  const port = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      if (line.startsWith('listening ')) resolve(line.slice('listening '.length));
      else said.push(line);
    });
    lines.on('close', () => reject(new Error('The test upstream ended before it listened.')));
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    pid: child.pid ?? 0,
    lines: said,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
