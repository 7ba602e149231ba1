import type { Annotations } from '@assay/contracts';
import type { UpstreamTool } from './upstream.js';

/** Probable effects of a tool that declares none, and the word that implies them. */
export interface SuggestedAnnotations {
  readonly annotations: Annotations;
  readonly because: string;
}

const reading = words(
  'get list read search find show describe fetch query count check view lookup look browse inspect explain validate verify compare diff status ping preview summarize summarise analyze analyse calculate compute convert parse estimate resolve download retrieve select scan stat tree head tail grep whoami',
);
const destroying = words(
  'delete remove drop destroy purge erase wipe truncate clear reset revoke uninstall kill terminate overwrite discard unpublish prune flush empty ban',
);
const changing = words(
  'create add insert append upload send post publish write update edit set put patch modify rename move copy merge push commit start stop run execute invite assign subscribe enable disable register schedule submit reply comment upsert save store import apply approve fork tag label attach open close click type fill',
);

/** Words for input that can do anything: a query language, a shell, a script. */
const anything = words('sql command shell script bash code eval exec');

/**
 * Suggests hints for a tool whose upstream declares none, from the first verb of its name, else of its description, for
 * a person to confirm. A destructive word counts anywhere in the name; a tool that executes arbitrary input gets no
 * suggestion. Undefined when nothing is recognised.
 */
export function suggestAnnotations({ name, description, annotations }: UpstreamTool): SuggestedAnnotations | undefined {
  if (typeof annotations?.readOnlyHint === 'boolean' || typeof annotations?.destructiveHint === 'boolean')
    return undefined;
  const inName = wordsOf(name);
  if (inName.some((it) => anything.has(it))) return undefined;
  const worst = inName.find((it) => destroying.has(it));
  if (worst !== undefined) return suggested(worst, { readOnlyHint: false, destructiveHint: true });
  const opening = wordsOf(description?.trim().split(/[\s.,:;]/, 1)[0] ?? '').map(baseForm);
  const verb = inName.find(isVerb) ?? opening.find(isVerb);
  if (verb === undefined) return undefined;
  if (opening.some((it) => destroying.has(it))) {
    return suggested(opening[0] as string, { readOnlyHint: false, destructiveHint: true });
  }
  // A reading name and a writing description contradict each other.
  const reads = reading.has(verb) && !opening.some((it) => changing.has(it)) && !inName.some((it) => changing.has(it));
  return reads ? suggested(verb, { readOnlyHint: true, destructiveHint: false }) : undefined;
}

const suggested = (word: string, annotations: Annotations): SuggestedAnnotations => ({ annotations, because: word });

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

const isVerb = (word: string): boolean => reading.has(word) || changing.has(word) || destroying.has(word);

/** `getUserById`, `get_user-by.id` → `get`, `user`, `by`, `id`. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((it) => it !== '');

/** `deletes`, `deleting` → `delete`, where that is a known word. */
function baseForm(word: string): string {
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return forms.find(isVerb) ?? word;
}
