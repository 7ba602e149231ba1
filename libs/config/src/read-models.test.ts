import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './read-config.js';

const embedding = { EMBEDDING_BASE_URL: 'http://models.lan:8080/v1/', EMBEDDING_MODEL: 'small-en' };

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env, '/srv/assay');
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('models in the environment', () => {
  it('are none by default', () => {
    expect(readConfig({}, '/')).toMatchObject({ languageModel: null, embedding: null, warnings: [] });
  });

  it('are an address and a name, with a key where there is one', () => {
    const config = readConfig(
      { ...embedding, LLM_BASE_URL: 'https://models.example.org/v1', LLM_MODEL: 'org/large:7b', LLM_API_KEY: 'sk-1' },
      '/',
    );
    expect(config).toMatchObject({
      languageModel: { baseUrl: 'https://models.example.org/v1', model: 'org/large:7b', apiKey: 'sk-1' },
      embedding: {
        baseUrl: 'http://models.lan:8080/v1',
        model: 'small-en',
        apiKey: null,
        charactersPerDay: 50_000_000,
      },
      warnings: [],
    });
    expect(readConfig({ ...embedding, EMBEDDING_CHARACTERS_PER_DAY: '0' }, '/').embedding?.charactersPerDay).toBe(0);
  });

  it.each([
    [{ LLM_BASE_URL: 'https://m.example.org' }, /^LLM_MODEL must be set with LLM_BASE_URL/],
    [{ EMBEDDING_MODEL: 'small' }, /^EMBEDDING_BASE_URL must be set with EMBEDDING_MODEL/],
    [{ LLM_API_KEY: 'sk-1' }, /^LLM_BASE_URL must be set with LLM_API_KEY/],
    [{ ...embedding, EMBEDDING_BASE_URL: 'ftp://models.lan' }, /^EMBEDDING_BASE_URL must be the http or https address/],
    [{ ...embedding, EMBEDDING_BASE_URL: 'https://me:pw@models.lan' }, /^EMBEDDING_BASE_URL must be/],
    [{ ...embedding, EMBEDDING_MODEL: 'two words' }, /^EMBEDDING_MODEL must be/],
    [{ ...embedding, EMBEDDING_API_KEY: 'se cret' }, /^EMBEDDING_API_KEY must be/],
    [{ ...embedding, EMBEDDING_QUERY_PREFIX: 'x'.repeat(501) }, /^EMBEDDING_QUERY_PREFIX must be at most 500/],
    [{ ...embedding, EMBEDDING_CHARACTERS_PER_DAY: '-1' }, /^EMBEDDING_CHARACTERS_PER_DAY must be/],
  ])('are refused when they make no sense: %j', (env, problem) => {
    const problems = problemsOf(env as Record<string, string>);
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems.join()).not.toMatch(/sk-1|se cret|:pw@/);
  });
});
