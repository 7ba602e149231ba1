import { describe, expect, it } from '@jest/globals';
import { readConfig } from './read-config.js';
import { settingsInForce } from './settings-in-force.js';
import { variables } from './variables.js';

const inForce = (env: Record<string, string>) =>
  new Map(settingsInForce(readConfig(env, '/srv')).map((setting) => [setting.name, setting]));

describe('the settings in force', () => {
  it('has every variable, with the default where nothing is given', () => {
    const settings = inForce({ PORT: ' ', LOG_LEVEL: 'debug' });
    expect([...settings.keys()].sort()).toEqual(Object.keys(variables).sort());
    expect(settings.get('PORT')).toEqual({ name: 'PORT', value: '3000', source: 'default' });
    expect(settings.get('LOG_LEVEL')).toEqual({ name: 'LOG_LEVEL', value: 'debug', source: 'environment' });
    expect(settings.get('OIDC_ISSUER')?.value).toBeNull();
  });

  it('shows no secret', () => {
    const word = 'verysecretword-verysecretword-verysecretword';
    const env = {
      ASSAY_ADMIN_KEY: word,
      ASSAY_ENCRYPTION_KEY: word,
      ASSAY_ENCRYPTION_KEY_OLD: word,
      ASSAY_SIGNING_KEY: word,
      DATABASE_URL: `postgresql://assay:${word}@db:5432/assay?password=${word}`,
      REDIS_URL: `redis://user:${word}@cache:6379/2`,
      MEILI_URL: 'http://search:7700',
      MEILI_KEY: word,
      LLM_BASE_URL: 'http://127.0.0.1:1/v1',
      LLM_MODEL: 'm',
      LLM_API_KEY: word,
      ASSAY_CODE_VARIABLES: `TOKEN=${word}`,
    };
    const settings = inForce(env);
    expect(JSON.stringify([...settings.values()])).not.toContain('verysecret');
    expect(settings.get('ASSAY_ADMIN_KEY')).toMatchObject({ value: 'set', source: 'environment' });
    expect(settings.get('DATABASE_URL')?.value).toBe('postgresql://db:5432/assay');
    expect(settings.get('REDIS_URL')?.value).toBe('redis://cache:6379/2');
  });
});
