/** Whether one schema accepts everything another does. `holds` and `fails` are certain. */
export type Verdict = 'holds' | 'fails' | 'unknown';

/**
 * One place where two schemas, or two manifests, differ. `text` covers what no program relies on: descriptions, titles,
 * examples.
 */
export interface Difference {
  /** JSON pointer into the manifests, such as `/inputSchema/properties/limit/maximum`. */
  readonly path: string;
  readonly kind: 'breaking' | 'additive' | 'unknown' | 'text';
  /** One sentence. */
  readonly message: string;
  /** The old value; undefined when there was none. */
  readonly before: unknown;
  /** The new value; undefined when there is none any more. */
  readonly after: unknown;
}
