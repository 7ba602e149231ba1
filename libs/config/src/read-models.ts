import type { EmbeddingEndpoint, ModelEndpoint } from './config.js';
import type { ValueOf, VariableName } from './variables.js';

type Values = { readonly [N in VariableName]?: ValueOf<N> };
type Given = (name: VariableName) => boolean;

/** About 12 million tokens. */
const defaultCharactersPerDay = 50_000_000;

/** A model is an address and a name; one without the other is a mistake, and so is a key for neither. */
function readEndpoint(
  kind: 'LLM' | 'EMBEDDING',
  values: Values,
  given: Given,
  problems: string[],
): ModelEndpoint | null {
  const [url, model, key] = [`${kind}_BASE_URL`, `${kind}_MODEL`, `${kind}_API_KEY`] as const;
  if (given(url) && !given(model)) problems.push(`${model} must be set with ${url}: the name of the model to use.`);
  if (given(model) && !given(url)) problems.push(`${url} must be set with ${model}: the address of its endpoint.`);
  if (given(key) && !given(url)) problems.push(`${url} must be set with ${key}: the address that the key is for.`);
  const [baseUrl, name] = [values[url], values[model]];
  return baseUrl && name ? { baseUrl, model: name, apiKey: values[key] ?? null } : null;
}

/** The language model and the embedder, each null when it is not configured. */
export function readModels(
  values: Values,
  given: Given,
  problems: string[],
): { readonly languageModel: ModelEndpoint | null; readonly embedding: EmbeddingEndpoint | null } {
  const embedding = readEndpoint('EMBEDDING', values, given, problems);
  const charactersPerDay = values.EMBEDDING_CHARACTERS_PER_DAY ?? defaultCharactersPerDay;
  return {
    languageModel: readEndpoint('LLM', values, given, problems),
    embedding: embedding && {
      ...{ ...embedding, charactersPerDay },
      queryPrefix: values.EMBEDDING_QUERY_PREFIX ?? '',
      documentPrefix: values.EMBEDDING_DOCUMENT_PREFIX ?? '',
    },
  };
}
