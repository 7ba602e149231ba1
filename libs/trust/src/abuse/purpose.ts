import { boundWords } from './bound-words.js';
import { concepts } from './concepts.js';
import type { PlacedText } from './definition-texts.js';
import { plainly } from './reading.js';
import { excerptOf, type Sign } from './sign.js';

/**
 * What a tool has no business with. An attack has to name what it is after (a file of keys, the conversation), and a tool
 * that is honest about such things says so in its name or in its first sentence. A subject that turns up further down
 * only, in a tool that is about something else, is a sign, whatever the words around it are.
 */
interface Subject {
  readonly id: string;
  readonly weight: number;
  /** The concept that names it. */
  readonly concept: string;
  /** Words by which a tool says that it is about it. */
  readonly own: RegExp;
}

const subjects: readonly Subject[] = [
  {
    id: 'stray-secrets',
    weight: 0.4,
    concept: 'local-secrets',
    own: /\b(?:key|ssh|env|secret|credential|config|file|git|docker|kube|aws|cloud|browser|cookie|history|shell|wallet|password|vault|deploy|director|path|code|project|server|host|terminal|command|process|system|install|setup|auth|login|token|account|package|repo|script|backup|log|security|scan|memory|page|account|session|device|network|crypto)/,
  },
  {
    id: 'stray-context',
    weight: 0.45,
    concept: 'model-context',
    own: /\b(?:chat|conversation|message|notif|inbox|alert|prompt|memor|agent|llm|model|session|dialog|thread|history|assistant|ai\b|context|transcript|slack|discord|summar|think|reason|thought|feedback|bot|mail|comment|post|completion|note|task|ask|answer|question|meeting|call|workflow|plan|log|document|search|generat|support|repl|token|record|report|event|request|response)/,
  },
  {
    id: 'stray-memory',
    weight: 0.45,
    concept: 'memory',
    own: /\b(?:memor|remember|note|knowledge|graph|stor|save|brain|context|recall|cache|agent|session)/,
  },
];
const patterns = new Map(concepts.map(({ id, pattern }) => [id, pattern]));
/** Of the description this much says what the tool is for. */
const maxPurpose = 200;

/** What a definition says of itself at once: name, title, the first sentence of its description. In lower case. */
export function purposeOf({ name, title, description }: Readonly<Record<string, unknown>>): string {
  const [first = ''] = typeof description === 'string' ? description.split(/(?<=[.!?。！？])\s|\n/, 1) : [];
  const called = typeof name === 'string' ? name.slice(name.indexOf('/') + 1) : '';
  const words = `${called} ${typeof title === 'string' ? title : ''} ${first.slice(0, maxPurpose)}`;
  return words
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .toLowerCase();
}

/** Signs of subjects that are none of the tool's: in each text, what its purpose does not name. */
export function straySigns(texts: readonly PlacedText[], purpose: string): Sign[] {
  const strange = subjects.filter(({ own }) => !own.test(purpose));
  if (strange.length === 0) return [];
  const signs: Sign[] = [];
  for (const { text, path, kind } of texts) {
    // A title is the purpose itself.
    if (kind === 'name' || kind === 'parameter' || path === '/title') continue;
    const read = boundWords(plainly(text).toLowerCase());
    for (const { id, weight, concept } of strange) {
      const at = read.search(patterns.get(concept) as RegExp);
      if (at >= 0) signs.push({ rule: id, weight, path, excerpt: excerptOf(read, at, 40) });
    }
  }
  return signs;
}
