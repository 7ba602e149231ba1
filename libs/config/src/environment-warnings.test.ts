import { describe, expect, it } from '@jest/globals';
import { environmentWarnings } from './environment-warnings.js';

describe('environmentWarnings', () => {
  it('notices a typo and says what was probably meant, without the value', () => {
    expect(environmentWarnings({ ASSAY_ADMIN_KEYS: 'secret-value' })).toEqual([
      'ASSAY_ADMIN_KEYS is not a variable of Assay and has no effect; did you mean ASSAY_ADMIN_KEY?',
    ]);
  });

  it('does not guess when nothing is near', () => {
    expect(environmentWarnings({ ASSAY_COLOUR_OF_THE_CONSOLE: 'red' })).toEqual([
      'ASSAY_COLOUR_OF_THE_CONSOLE is not a variable of Assay and has no effect.',
    ]);
  });

  it('says which public names this version does not use yet', () => {
    expect(environmentWarnings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://:secret@otel' })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but this version does not use it yet.',
    ]);
  });

  it('is silent about known names, empty ones and those of other programs', () => {
    const env = { PORT: '1', ASSAY_HOME: 'x', ASSAY_URL: 'y', ASSAY_API_KEY: 'z', ASSAY_TYPO: '', PATH: '/bin' };
    expect(environmentWarnings(env)).toEqual([]);
  });
});
