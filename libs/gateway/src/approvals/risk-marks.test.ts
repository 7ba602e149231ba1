import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { riskMarks } from './risk-marks.js';

const trustOf = () => ({ score: 0.6, confidence: 0.3 });

describe('riskMarks', () => {
  it('assumes nothing of what a tool does not declare', () => {
    expect(riskMarks(aVersion(), 'org-acme', trustOf)).toEqual({
      readOnly: false,
      destructive: 'undeclared',
      openWorld: 'undeclared',
      undo: null,
      costUsd: null,
      trust: { score: 0.6, confidence: 0.3 },
      stage: 'SANDBOX',
    });
  });

  it('says what it declares', () => {
    const manifest = aManifest({
      annotations: { destructiveHint: true, openWorldHint: false },
      compensation: { class: 'irreversible' },
      costPerCallUsd: 2,
    });
    expect(riskMarks(aVersion(manifest), 'org-acme', trustOf)).toMatchObject({
      destructive: 'yes',
      openWorld: 'no',
      undo: 'irreversible',
      costUsd: 2,
    });
    expect(riskMarks(aVersion(aManifest({ annotations: { readOnlyHint: true } })), 'org-acme', trustOf).readOnly).toBe(
      true,
    );
  });
});
