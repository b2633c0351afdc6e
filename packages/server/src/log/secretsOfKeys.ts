/** What must not be seen of `kid:base64,kid2:base64`: the keys; their names may. */
export const secretsOfKeys = (keys: string): string[] =>
  keys.split(',').map((entry) => entry.slice(entry.indexOf(':') + 1).trim())
