import { create } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence, FeatureSet_MessageEncoding, FeatureSetSchema } from '@bufbuild/protobuf/wkt';
import { describe, expect, it } from '@jest/globals';
import { featuresOfFile, narrowed } from './features.js';

describe('features', () => {
  it('of proto2 and proto3 are fixed', () => {
    expect(featuresOfFile('', undefined)).toMatchObject({ presence: 'explicit', openEnums: false, packed: false });
    expect(featuresOfFile('proto3', undefined)).toMatchObject({ presence: 'implicit', openEnums: true, packed: true });
  });

  it('of an edition are changed by options, each by itself', () => {
    const own = create(FeatureSetSchema, { fieldPresence: FeatureSet_FieldPresence.LEGACY_REQUIRED });
    const file = featuresOfFile('editions', own);
    expect(file).toEqual({ presence: 'required', openEnums: true, packed: true, delimited: false });
    const groups = create(FeatureSetSchema, { messageEncoding: FeatureSet_MessageEncoding.DELIMITED });
    expect(narrowed(file, groups)).toEqual({ ...file, delimited: true });
    expect(narrowed(file, undefined)).toBe(file);
  });
});
