/** The secrets in `kid:base64,kid2:base64`: the keys, not their names. */
export const secretsOfKeys = (keys: string): string[] =>
  keys.split(',').map((entry) => entry.slice(entry.indexOf(':') + 1).trim())
