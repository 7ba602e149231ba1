/** A passage of a text with its class, such as `personal.phone`; offsets in UTF-16 code units, `end` exclusive. */
export interface Passage {
  readonly class: string;
  readonly start: number;
  readonly end: number;
}
