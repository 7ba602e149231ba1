import list from './verb-forms.json' with { type: 'json' };

/** Inflected forms that stemming does not bring to their verb. */
export const verbForms: ReadonlyMap<string, string> = new Map(Object.entries(list.forms));
