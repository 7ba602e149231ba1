/** Whether one schema accepts everything another does. `holds` and `fails` are certain. */
export type Verdict = 'holds' | 'fails' | 'unknown';

/** One place where two schemas, or two manifests, differ. `text` is what no program relies on: descriptions, titles, examples. */
export interface Difference {
  /** JSON pointer into the manifests, such as `/inputSchema/properties/limit/maximum`. */
  readonly path: string;
  readonly kind: 'breaking' | 'additive' | 'unknown' | 'text';
  /** One plain sentence. */
  readonly message: string;
  /** What stood there; undefined where there was nothing. */
  readonly before: unknown;
  /** What stands there now; undefined where there is nothing any more. */
  readonly after: unknown;
}
