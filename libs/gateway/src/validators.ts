import { compileSchema, type Validate } from '@assay/json-schema';
import { lruMap } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';

/**
 * Compiled schemas of versions, compiled when first needed and kept in a bounded cache, least recently used out first.
 * A version never changes, so that its id is key enough.
 */
export class Validators {
  readonly #compiled;
  /** The version used last: a repeated lookup skips the cache's bookkeeping. */
  #latest: { readonly id: string; readonly compiled: Compiled } | undefined;

  /** @param capacity versions whose schemas are kept. */
  constructor(capacity = 1_000) {
    this.#compiled = lruMap<string, Compiled>(capacity);
  }

  input(version: ToolVersion): Validate {
    const compiled = this.#of(version.id);
    compiled.input ??= compileSchema(version.manifest.inputSchema);
    return compiled.input;
  }

  /** Undefined when the tool declares no output schema. */
  output(version: ToolVersion): Validate | undefined {
    const schema = version.manifest.outputSchema;
    if (schema === undefined) return undefined;
    const compiled = this.#of(version.id);
    compiled.output ??= compileSchema(schema);
    return compiled.output;
  }

  #of(id: string): Compiled {
    if (this.#latest?.id === id) return this.#latest.compiled;
    const known = this.#compiled.get(id);
    const compiled = known ?? {};
    if (known === undefined) this.#compiled.set(id, compiled);
    this.#latest = { id, compiled };
    return compiled;
  }
}

interface Compiled {
  input?: Validate;
  output?: Validate;
}
