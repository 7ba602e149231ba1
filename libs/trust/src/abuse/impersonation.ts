import type { Manifest } from '@assay/contracts';
import { namespaceOf } from '@assay/kernel';
import { type KnownTools, skeletonOf } from '@assay/registry';
import { boundWords } from './bound-words.js';
import { plainly } from './reading.js';
import { excerptOf, type Sign } from './sign.js';

/** What a tool does to another one when it mentions it: replaces it, disparages it, or changes its use. */
const turnsAway =
  /\b(?:instead of|in place of|rather than|replac\w+|supersed\w+|successor|deprecated|retired|obsolete|outdated|broken|unsafe|insecure|compromised|unreliable|do not (?:use|call)|don['’]t (?:use|call)|never (?:use|call)|no longer|avoid)\b/;
const changesUse =
  /\b(?:must|always|has to|have to|should|needs? to|requires?|set|add|append|include|change|pass|forward|send|rewrite|route|whenever|every time|each time|each call|every call|before|after)\b/;
const claims = /\b(?:official|genuine|original|verified|authentic|the real|authori[sz]ed)\b/;
const weights = { title: 0.55, claim: 0.45, turnsAway: 0.6, changesUse: 0.45 };
/** Maximum distance from a tool's name at which words still refer to it, in characters. */
const near = 90;
/** Names looked up of one description. */
const maxNames = 200;
/** A name of a tool among words: with its namespace, or of several parts, as nobody writes by chance. */
const toolName = /[a-z0-9][\w.-]{0,62}\/[A-Za-z0-9_.-]{2,128}|\b[A-Za-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+)+\b/g;

/**
 * Signs that a definition impersonates a well-used tool of another organisation, or mentions one in order to replace it
 * or to change how it is used. Mentions of tools in its own namespace are ignored.
 */
export function impersonationSigns({ name, title, description }: Manifest, known: KnownTools): Sign[] {
  return [...titleSigns(name, title ?? '', known), ...mentionSigns(name, description, known)];
}

function titleSigns(name: string, title: string, known: KnownTools): Sign[] {
  if (title === '') return [];
  const path = '/title';
  const like = known.titled(skeletonOf(plainly(title)));
  if (like !== undefined && like.title !== title) {
    const excerpt = `"${plainly(title).slice(0, 100)}" looks like "${like.title.slice(0, 60)}" of ${like.id}`;
    return [{ rule: 'imitates-title', weight: weights.title, path, excerpt }];
  }
  const read = plainly(title).toLowerCase();
  const words = read.match(/[a-z0-9][a-z0-9.-]*/g) ?? [];
  const other = words.find((it) => it !== namespaceOf(name) && known.isNamespace(it));
  if (other === undefined || !claims.test(read)) return [];
  return [
    { rule: 'claims-provider', weight: weights.claim, path, excerpt: `${read.slice(0, 100)} (${other} is another's)` },
  ];
}

function mentionSigns(name: string, description: string, known: KnownTools): Sign[] {
  const read = boundWords(plainly(description));
  const signs: Sign[] = [];
  for (const match of [...read.matchAll(toolName)].slice(0, maxNames)) {
    const written = match[0].replace(/[.]+$/, '');
    const other = known.named(written);
    if (other === undefined || namespaceOf(other) === namespaceOf(name)) continue;
    const around = read.slice(Math.max(0, match.index - near), match.index + written.length + near).toLowerCase();
    const weight = turnsAway.test(around) ? weights.turnsAway : changesUse.test(around) ? weights.changesUse : 0;
    if (weight === 0) continue;
    const excerpt = `${other}: ${excerptOf(read, match.index, written.length)}`.slice(0, 240);
    signs.push({ rule: 'shadows-known-tool', weight, path: '/description', excerpt });
  }
  return signs;
}
