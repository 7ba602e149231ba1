/** OpenAI-compatible completion and embedding, and a tokenizer, behind core's ports. */
export { o200kTokens } from './o200k-tokens.js';
export { OpenAiEmbedder } from './openai-embedder.js';
export { OpenAiLanguageModel } from './openai-language-model.js';
