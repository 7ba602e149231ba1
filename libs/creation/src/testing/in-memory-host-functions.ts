import type { CodeAnswer } from '@assay/runs';
import { type HostFunctions, type HostRequest, isWithin, type Reach } from '../host/host-access.js';

/** Files and variables in memory; HTTP requests are answered with their address. */
export class InMemoryHostFunctions implements HostFunctions {
  readonly asked: HostRequest[] = [];

  constructor(
    readonly lists: Reach,
    private readonly texts: Readonly<Record<string, string>>,
  ) {}

  async call(request: HostRequest): Promise<CodeAnswer> {
    this.asked.push(request);
    const { name, argument, reach } = request;
    if (name.startsWith('http.')) {
      const url = URL.parse(typeof argument === 'string' ? argument : String((argument as { url?: unknown })?.url));
      if (url === null) return refused('invalid_input');
      return reach.hosts.includes(url.host) ? { ok: true, value: { status: 200, body: url.href } } : refused('denied');
    }
    if (typeof argument !== 'string') return refused('invalid_input');
    const isReached =
      name === 'env.get' ? reach.variables.includes(argument) : reach.folders.some((it) => isWithin(argument, it));
    if (!isReached) return refused('denied');
    const text = this.texts[argument];
    return text === undefined ? refused('not_found') : { ok: true, value: text };
  }
}

const refused = (code: string): CodeAnswer => ({ ok: false, error: { code, message: code } });
