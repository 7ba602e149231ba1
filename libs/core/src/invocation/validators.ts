import { compileSchema, type JsonSchema, type Validate } from '../catalog/json-schema.js';
import type { ToolVersion } from '../catalog/records.js';

/**
 * Compiled schemas of versions, compiled when first needed and kept in a bounded cache, least recently used out first.
 * A version never changes, so that its id is key enough.
 */
export class Validators {
  readonly #compiled = new Map<string, Validate>();
  readonly #capacity: number;

  constructor(capacity = 2_000) {
    this.#capacity = capacity;
  }

  input = (version: ToolVersion): Validate => this.#get(`${version.id} in`, version.manifest.inputSchema);

  /** Undefined when the tool declares no output schema. */
  output(version: ToolVersion): Validate | undefined {
    const schema = version.manifest.outputSchema;
    return schema === undefined ? undefined : this.#get(`${version.id} out`, schema);
  }

  #get(key: string, schema: JsonSchema): Validate {
    const known = this.#compiled.get(key);
    if (known !== undefined) {
      this.#compiled.delete(key);
      this.#compiled.set(key, known);
      return known;
    }
    const compiled = compileSchema(schema);
    this.#compiled.set(key, compiled);
    if (this.#compiled.size > this.#capacity) this.#compiled.delete(this.#compiled.keys().next().value as string);
    return compiled;
  }
}
