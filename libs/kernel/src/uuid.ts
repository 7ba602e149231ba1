/** Whether a text is a UUID in its usual form. Ids from outside are checked before they are passed to a store. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
