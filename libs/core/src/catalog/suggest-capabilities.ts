/** Words of a tool's name that suggest a capability; the first that matches decides, a person confirms. */
const suggestions: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sql|query database|select rows)\b/, 'data.query.sql'],
  [/\b(?:search|find|grep) files?\b/, 'data.file.search'],
  [/\b(?:read|get|open) .*\b(?:files?|media)\b/, 'data.file.read'],
  [/\b(?:write|create|edit|append) .*\bfiles?\b/, 'data.file.write'],
  [/\b(?:move|copy|delete|rename) .*\bfiles?\b/, 'data.file.manage'],
  [/\b(?:list|create) .*\b(?:director(?:y|ies)|folders?|allowed)\b|\bdirectory tree\b|\bfile info\b/, 'data.file.list'],
  [/\b(?:entities|relations|observations|graph|nodes)\b/, 'knowledge.graph'],
  [/\b(?:git|commit|branch|pull request|repository)\b/, 'code.version-control'],
  [/\b(?:search|browse|fetch|scrape|crawl)\b.*\b(?:web|page|url|site)s?\b/, 'web.read'],
  [/\b(?:email|mail)\b/, 'communication.email'],
  [/\b(?:slack|chat|message channel|post message)\b/, 'communication.chat'],
  [/\b(?:weather|forecast)\b/, 'data.weather'],
  [/\b(?:translate|translation)\b/, 'text.translate'],
  [/\b(?:summari[sz]e|summary)\b/, 'text.summarise'],
  [/\b(?:sum|multiply|calculate|compute|arithmetic)\b/, 'compute.arithmetic'],
  [/\b(?:image|picture|photo)\b/, 'media.image'],
];

/** Tags for a new manifest from its name and the first sentence of its description; at most two. */
export function suggestCapabilities(name: string, description: string): string[] {
  const words = `${name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ')}`.toLowerCase();
  const sentence = (description.split(/(?<=[.!?])\s/)[0] ?? '').toLowerCase();
  const found = suggestions.filter(([pattern]) => pattern.test(words)).map(([, tag]) => tag);
  const fallback = suggestions.filter(([pattern]) => pattern.test(sentence)).map(([, tag]) => tag);
  return [...new Set(found.length > 0 ? found : fallback)].slice(0, 2);
}
