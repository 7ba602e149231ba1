import { hash } from 'node:crypto';
import type { ToolDocument } from '@assay/discovery';
import type { Sliced } from '@assay/kernel';
import { fields } from './settings.js';
import { sharedCopy, sharedStrings, stringsIn } from './shared-copy.js';
import { TermLists, type TermListsImage } from './term-lists.js';
import { ValueSets, type ValueSetsImage } from './value-sets.js';

/** What has been read of a document's texts. */
export interface ReadTexts {
  /** Terms in each field. */
  readonly lengths: ArrayLike<number>;
  /** Numbers of its terms, once each. */
  readonly terms: readonly number[];
  /** Name, title and description as term numbers in order, with `fieldEnd` after each. */
  readonly sequence: readonly number[];
}

/** The attributes that are filtered or counted by value. */
export const attributes = [
  'audience',
  'capabilities',
  'namespace',
  'organisationId',
  'protocol',
  'stage',
  'readOnly',
  'deprecated',
] as const;
export type Attribute = (typeof attributes)[number];

/** What a search reads of the documents, in shared memory. */
export interface DocumentsImage {
  readonly live: number;
  /** By slot, as of `sharedStrings`; removed documents included. */
  readonly ids: Uint8Array;
  readonly columns: {
    readonly trustKeys: Float64Array;
    readonly insideTrustKeys: Float64Array;
    readonly publishedAt: Float64Array;
    readonly lengths: Uint32Array;
  };
  readonly totals: Float64Array;
  readonly attributes: Readonly<Record<Attribute, ValueSetsImage>>;
  readonly sequences: TermListsImage;
}

/**
 * The documents by slot, in columns. A removed document's slot stays, seen by nobody, until `compact`.
 */
export class Documents {
  attributes = Object.fromEntries(attributes.map((name) => [name, new ValueSets()])) as Readonly<
    Record<Attribute, ValueSets>
  >;
  /** In order, for evidence by what stands side by side. */
  sequences = new TermLists();
  /** Trust key in the outside and in the inside view, by slot. */
  trustKeys: Float64Array = new Float64Array(64);
  insideTrustKeys: Float64Array = new Float64Array(64);
  /** In ms since the epoch, by slot. */
  publishedAt: Float64Array = new Float64Array(64);
  /** Digest of everything but trust, by slot. */
  private digests = new Float64Array(64);
  /** Terms in each field, by slot. */
  lengths: Uint32Array = new Uint32Array(64 * fields.length);
  /** Terms in each field, over all documents that are there. */
  totals: Float64Array = new Float64Array(fields.length);

  /** For removal. */
  private readonly terms = new TermLists();
  private readonly slots = new Map<string, number>();
  private ids: string[] = [];

  /** Of an image, which knows no slots by id. */
  private liveInImage: number | undefined;

  /** Reads an image; nothing can be added to it or removed. */
  static restore({ live, ids, columns, totals, attributes: sets, sequences }: DocumentsImage): Documents {
    return Object.assign(new Documents(), {
      ...columns,
      totals,
      liveInImage: live,
      ids: stringsIn(ids),
      attributes: Object.fromEntries(attributes.map((name) => [name, ValueSets.restore(sets[name])])),
      sequences: TermLists.restore(sequences),
    });
  }

  *image(): Sliced<DocumentsImage> {
    const { used, trustKeys, insideTrustKeys, publishedAt, lengths } = this;
    const images: [Attribute, ValueSetsImage][] = [];
    for (const name of attributes) images.push([name, yield* this.attributes[name].image(used)]);
    return {
      live: this.live,
      ids: yield* sharedStrings(this.ids),
      columns: {
        trustKeys: yield* sharedCopy(trustKeys, used),
        insideTrustKeys: yield* sharedCopy(insideTrustKeys, used),
        publishedAt: yield* sharedCopy(publishedAt, used),
        lengths: yield* sharedCopy(lengths, used * fields.length),
      },
      totals: yield* sharedCopy(this.totals, fields.length),
      attributes: Object.fromEntries(images) as unknown as DocumentsImage['attributes'],
      sequences: yield* this.sequences.image(used),
    };
  }

  /** Documents that are there. */
  get live(): number {
    return this.liveInImage ?? this.slots.size;
  }

  /** Slots in use, removed documents included. */
  get used(): number {
    return this.ids.length;
  }

  slotOf(id: string): number | undefined {
    return this.slots.get(id);
  }

  idOf(slot: number): string {
    return this.ids[slot] as string;
  }

  /** Changes the trust of a document that is otherwise the same; false when it is not. */
  renewTrust(document: ToolDocument): boolean {
    const slot = this.slots.get(document.id);
    if (slot === undefined || this.digests[slot] !== documentDigest(document)) return false;
    this.trustKeys[slot] = document.trustKey;
    this.insideTrustKeys[slot] = document.insideTrustKey;
    return true;
  }

  add(document: ToolDocument, { lengths, terms, sequence }: ReadTexts): number {
    const slot = this.ids.length;
    this.makeRoom(slot);
    this.ids.push(document.id);
    this.slots.set(document.id, slot);
    for (const name of attributes) this.attributes[name].put(slot, valuesOf(document, name));
    this.trustKeys[slot] = document.trustKey;
    this.insideTrustKeys[slot] = document.insideTrustKey;
    this.publishedAt[slot] = document.publishedAt;
    this.digests[slot] = documentDigest(document);
    this.lengths.set(lengths, slot * fields.length);
    this.count(slot, 1);
    this.terms.put(slot, terms);
    this.sequences.put(slot, sequence);
    return slot;
  }

  /** Marks a document as gone and gives the numbers of its terms. */
  remove(slot: number): Uint32Array {
    this.slots.delete(this.idOf(slot));
    this.attributes.audience.remove(slot);
    this.count(slot, -1);
    return this.terms.of(slot);
  }

  /** Closes the gaps of removed documents and renumbers terms; gives the new slot of each old one, or -1. */
  compact(termMoved: Int32Array): Int32Array {
    const moved = new Int32Array(this.used).fill(-1);
    const ids: string[] = [];
    for (let slot = 0; slot < this.used; slot += 1) {
      const id = this.idOf(slot);
      if (this.slots.get(id) !== slot) continue;
      const target = ids.length;
      this.lengths.copyWithin(target * fields.length, slot * fields.length, (slot + 1) * fields.length);
      this.trustKeys[target] = this.trustKeys[slot] as number;
      this.insideTrustKeys[target] = this.insideTrustKeys[slot] as number;
      this.publishedAt[target] = this.publishedAt[slot] as number;
      this.digests[target] = this.digests[slot] as number;
      this.slots.set(id, target);
      ids.push(id);
      moved[slot] = target;
    }
    this.ids = ids;
    const room = Math.max(64, ids.length);
    this.trustKeys = this.trustKeys.slice(0, room);
    this.insideTrustKeys = this.insideTrustKeys.slice(0, room);
    this.publishedAt = this.publishedAt.slice(0, room);
    this.lengths = this.lengths.slice(0, room * fields.length);
    this.digests = this.digests.slice(0, room);
    for (const name of attributes) this.attributes[name].compact(moved, ids.length);
    this.terms.compact(moved, ids.length, termMoved);
    this.sequences.compact(moved, ids.length, termMoved);
    return moved;
  }

  private count(slot: number, sign: 1 | -1): void {
    for (let field = 0; field < fields.length; field += 1) {
      const length = this.lengths[slot * fields.length + field] as number;
      this.totals[field] = (this.totals[field] as number) + sign * length;
    }
  }

  private makeRoom(slot: number): void {
    if (slot < this.trustKeys.length) return;
    const room = Math.max(slot + 1, this.trustKeys.length + (this.trustKeys.length >>> 1));
    const [trustKeys, insideTrustKeys, publishedAt] = [room, room, room].map((it) => new Float64Array(it)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    trustKeys.set(this.trustKeys);
    insideTrustKeys.set(this.insideTrustKeys);
    publishedAt.set(this.publishedAt);
    const lengths = new Uint32Array(room * fields.length);
    lengths.set(this.lengths);
    const digests = new Float64Array(room);
    digests.set(this.digests);
    Object.assign(this, { digests, trustKeys, insideTrustKeys, publishedAt, lengths });
  }
}

function valuesOf(document: ToolDocument, name: Attribute): readonly string[] {
  const value = document[name];
  return typeof value === 'object' ? value : [String(value)];
}

/** Numbers of a vector that tell it from others. */
const vectorSample = 8;

/** Bytes of a digest that are kept: as many as a number holds exactly. */
const digestBytes = 6;

/** Everything that a search reads of a document but its trust, as a number. */
function documentDigest({ trustKey: _outside, insideTrustKey: _inside, vector, ...rest }: ToolDocument): number {
  const text = JSON.stringify([rest, vector && [...vector.subarray(0, vectorSample)]]);
  return hash('sha1', text, 'buffer').readUIntBE(0, digestBytes);
}
