import type { WireFields } from './wire-fields.js';

/**
 * A file's rules for fields by syntax or edition (`google.protobuf.FeatureSet`): proto2 and proto3 are two fixed sets,
 * and since edition 2023 each feature can be set for a file, a message, an enum or a field.
 */
export interface Features {
  readonly presence: 'explicit' | 'implicit' | 'required';
  readonly openEnums: boolean;
  readonly packed: boolean;
  /** Messages as groups. */
  readonly delimited: boolean;
}

const proto2: Features = { presence: 'explicit', openEnums: false, packed: false, delimited: false };
const proto3: Features = { presence: 'implicit', openEnums: true, packed: true, delimited: false };
const edition2023: Features = { presence: 'explicit', openEnums: true, packed: true, delimited: false };

/** Of a file: its syntax's own, as its options change them. */
export function featuresOfFile(file: WireFields): Features {
  const syntax = file.text(12);
  if (syntax === 'proto3') return proto3;
  if (syntax !== 'editions') return proto2;
  return narrowed(edition2023, file.message(8), 50);
}

const presences = [undefined, 'explicit', 'implicit', 'required'] as const;

/** Those of the surroundings, as options change them; `at` is the number of `features` among the options. */
export function narrowed(features: Features, options: WireFields, at: number): Features {
  if (!options.has(at)) return features;
  const own = options.message(at);
  const enumType = own.number(2);
  const encoding = own.number(3);
  const messages = own.number(5);
  return {
    presence: presences[own.number(1) ?? 0] ?? features.presence,
    openEnums: enumType === undefined || enumType === 0 ? features.openEnums : enumType === 1,
    packed: encoding === undefined || encoding === 0 ? features.packed : encoding === 1,
    delimited: messages === undefined || messages === 0 ? features.delimited : messages === 2,
  };
}
