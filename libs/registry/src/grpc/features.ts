import {
  FeatureSet_EnumType as EnumType,
  type FeatureSet,
  FeatureSet_RepeatedFieldEncoding as ListEncoding,
  FeatureSet_MessageEncoding as MessageEncoding,
  FeatureSet_FieldPresence as Presence,
} from '@bufbuild/protobuf/wkt';

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
export function featuresOfFile(syntax: string, own: FeatureSet | undefined): Features {
  if (syntax === 'proto3') return proto3;
  if (syntax !== 'editions') return proto2;
  return narrowed(edition2023, own);
}

const presences: Readonly<Record<Presence, Features['presence'] | undefined>> = {
  [Presence.FIELD_PRESENCE_UNKNOWN]: undefined,
  [Presence.EXPLICIT]: 'explicit',
  [Presence.IMPLICIT]: 'implicit',
  [Presence.LEGACY_REQUIRED]: 'required',
};

/** Those of the surroundings, as the options of a definition change them. */
export function narrowed(features: Features, own: FeatureSet | undefined): Features {
  if (own === undefined) return features;
  const { enumType, repeatedFieldEncoding, messageEncoding } = own;
  return {
    presence: presences[own.fieldPresence] ?? features.presence,
    openEnums: enumType === EnumType.ENUM_TYPE_UNKNOWN ? features.openEnums : enumType === EnumType.OPEN,
    packed:
      repeatedFieldEncoding === ListEncoding.REPEATED_FIELD_ENCODING_UNKNOWN
        ? features.packed
        : repeatedFieldEncoding === ListEncoding.PACKED,
    delimited:
      messageEncoding === MessageEncoding.MESSAGE_ENCODING_UNKNOWN
        ? features.delimited
        : messageEncoding === MessageEncoding.DELIMITED,
  };
}
