/** Returns the keys of `kid:base64,kid2:base64`, without their ids, for redaction in logs. */
export const secretsOfKeys = (keys: string): string[] =>
  keys.split(',').map((entry) => entry.slice(entry.indexOf(':') + 1).trim())
