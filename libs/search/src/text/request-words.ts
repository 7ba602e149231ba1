/**
 * Words in which people wrap what they ask for. They do name tools now and then (`plan`, `suggest`), so that they are
 * searched for, but a tool that shares no more than these with a request has little to do with it.
 */
const requestWords = `
  accurate accurately additional additionally addition also appropriate assist assistance assisting besides better
  comprehensive consider considering curious determine discuss easily easy ensure enthusiast explain final finally
  firstly first following friend furthermore gather go going good great help helpful interested interesting interest
  lastly learn love moreover necessary next nice obtain overview particular particularly plan planning project quick
  quickly really secondly see sure surprise task thirdly try trying understand useful valuable various want wanted
  well wonder wondering`
  .split(/\s+/)
  .filter((word) => word !== '');

/** How much such a word counts against one that is all about the matter. */
const requestWeight = 0.4;

const weights = new Map(requestWords.map((word) => [word, requestWeight]));

/** What a word of a query counts, in (0,1], before its rarity. A single letter or digit says as little as these words. */
export const weightOfWord = (word: string): number =>
  word.length === 1 && word.charCodeAt(0) < 128 ? requestWeight : (weights.get(word) ?? 1);
