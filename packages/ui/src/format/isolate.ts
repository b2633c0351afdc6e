/** Isolates a text of its own direction in a sentence of any other. */
export const isolate = (text: string): string => `\u2066${text}\u2069`
