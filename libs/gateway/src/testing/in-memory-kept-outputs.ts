import type {
  Keeping,
  KeptCaps,
  KeptContent,
  KeptKind,
  KeptOutput,
  KeptOutputs,
  KeptOwner,
  KeptQuery,
} from '../output/kept-outputs.js';

/** Kept results without a database. */
export class InMemoryKeptOutputs implements KeptOutputs {
  #kept: KeptContent[] = [];

  async keep(output: KeptContent, caps: KeptCaps): Promise<Keeping> {
    const own = this.#kept.filter(
      (it) => it.principalId === output.principalId && it.kind === output.kind && it.expiresAt > output.createdAt,
    );
    const same = own.find((it) => it.digest === output.digest && it.mediaType === output.mediaType);
    if (same !== undefined) {
      const longer = output.expiresAt > same.expiresAt ? { expiresAt: output.expiresAt, layer: output.layer } : {};
      const { session, invocationId, tool, version, createdAt } = output;
      const latest = output.kind === 'result' ? { session, invocationId, tool, version, createdAt } : {};
      const prolonged = { ...same, ...longer, ...latest };
      this.#kept = this.#kept.map((it) => (it === same ? prolonged : it));
      return { state: 'known', output: withoutContent(prolonged) };
    }
    const bytes = own.reduce((sum, it) => sum + it.bytes, 0);
    if (own.length >= caps.count || bytes + output.bytes > caps.bytes)
      return { state: 'full', count: own.length, bytes };
    this.#kept.push(output);
    return { state: 'kept', output: withoutContent(output) };
  }

  async find(owner: KeptOwner, kind: KeptKind, id: string, at: number): Promise<KeptContent | undefined> {
    return this.#kept.find((it) => isOwn(it, owner, kind) && it.id === id && it.expiresAt > at);
  }

  async list({ kind, layer, session, tool, at, after, limit, ...owner }: KeptQuery): Promise<readonly KeptOutput[]> {
    return this.#kept
      .filter((it) => isOwn(it, owner, kind) && it.expiresAt > at)
      .filter((it) => (layer ?? it.layer) === it.layer && (session ?? it.session) === it.session)
      .filter((it) => (tool ?? it.tool) === it.tool)
      .filter((it) => after === null || it.createdAt < after.at || (it.createdAt === after.at && it.id < after.id))
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map(withoutContent);
  }

  async remove(owner: KeptOwner, kind: KeptKind, id: string): Promise<boolean> {
    return this.#drop((it) => isOwn(it, owner, kind) && it.id === id) === 1;
  }

  async removeAll(owner: KeptOwner, kind: KeptKind): Promise<number> {
    return this.#drop((it) => isOwn(it, owner, kind));
  }

  async prune(at: number): Promise<number> {
    return this.#drop((it) => it.expiresAt <= at);
  }

  #drop(isGone: (it: KeptContent) => boolean): number {
    const before = this.#kept.length;
    this.#kept = this.#kept.filter((it) => !isGone(it));
    return before - this.#kept.length;
  }
}

function isOwn(it: KeptContent, { principalId, namespaces }: KeptOwner, kind: KeptKind): boolean {
  const reached = namespaces === null || namespaces.includes(it.tool.split('/', 1)[0] ?? '');
  return it.principalId === principalId && it.kind === kind && reached;
}

const withoutContent = ({ content: _content, isBinary: _isBinary, ...output }: KeptContent): KeptOutput => output;
