import { compileSchema, type Validate } from '@assay/json-schema';
import type { ToolVersion } from '@assay/registry';

/**
 * Compiled schemas of versions, compiled when first needed and kept in a bounded cache, least recently used out first.
 * A version never changes, so that its id is key enough.
 */
export class Validators {
  readonly #compiled = new Map<string, Compiled>();
  readonly #capacity: number;
  #latest: string | undefined;

  /** @param capacity versions whose schemas are kept. */
  constructor(capacity = 1_000) {
    this.#capacity = capacity;
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
    const known = this.#compiled.get(id);
    if (known !== undefined && this.#latest === id) return known;
    const compiled = known ?? {};
    this.#compiled.delete(id);
    this.#compiled.set(id, compiled);
    this.#latest = id;
    if (this.#compiled.size > this.#capacity) this.#compiled.delete(this.#compiled.keys().next().value as string);
    return compiled;
  }
}

interface Compiled {
  input?: Validate;
  output?: Validate;
}
