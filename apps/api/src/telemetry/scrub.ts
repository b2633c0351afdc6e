/** Text that replaces removed personal data. */
const hidden = '[hidden]'

/**
 * Patterns of text that identifies a user or grants access. All are linear: no nested repetition, so that a hostile
 * text of the allowed length can not block the process.
 */
const personal: readonly RegExp[] = [
  // JWT and its relatives: three parts in base64url.
  /\beyJ[\w-]{4,}(?:\.[\w-]*){0,4}/g,
  // Credentials with their name in front.
  /\b(?:bearer|basic|dpop)\s+[\w.~+/=-]{6,}/gi,
  /\b(?:sk|pk|rk|ghp|gho|xox[abp]|glpat|whsec)[_-][\w-]{8,}/gi,
  /\b(?:token|secret|password|passwd|api[_-]?key|nonce|mnemonic|seed)["']?\s*[:=]\s*["']?[^\s"',;&}]{3,}/gi,
  /\b(?:otp|pin|code)["']?\s*[:=]?\s*["']?\d{6}\b/gi,
  // E-mail addresses, also percent-encoded ones.
  /[^\s@<>"'(),;:/?&=]{1,64}(?:@|%40)[^\s@<>"'(),;:/?&=]{1,255}/gi,
  // Addresses, hashes, keys, signatures in hex, with and without 0x.
  /0x[0-9a-f]{6,}/gi,
  /\b[0-9a-f]{20,}\b/gi,
  // Bitcoin (segwit) and other bech32 addresses.
  /\b(?:bc|tb|bcrt|ltc|cosmos|addr|npub|nsec)1[02-9a-z]{20,}/gi,
  // Base58: Solana, Tron, Bitcoin, Polkadot addresses and keys; any long unbroken run.
  /\b[1-9A-HJ-NP-Za-km-z]{26,}\b/g,
  /[\w+/=-]{40,}/g,
  // ENS and similar names of people.
  /\b[\p{L}\p{N}_-]+\.(?:eth|sol|lens|crypto|bnb)\b/giu,
  // Telephone-like and card-like rows of digits, IP addresses.
  /\b(?:\d{1,3}\.){3}\d{1,3}\b/g,
  /(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}/gi,
  /\+?\d(?:[\s().-]?\d){8,}/g,
  // Recovery phrases, truncated ones too: eight or more short lower-case words in a row.
  /\b[a-z]{3,8}(?:[\s,]+[a-z]{3,8}){7,}\b/g,
]

const webAddress = /\b(?:https?|wss?|wc|ethereum|foyer):[^\s"'<>)]+/gi

/** Removes addresses, e-mails, tokens, phrases, and queries and fragments of URLs from a text. */
export function scrub(text: string): string {
  const short = text.replace(webAddress, withoutQuery)
  return personal.reduce((clean, pattern) => clean.replace(pattern, hidden), short)
}

/** Scrubs a page's URL to its origin and path, with each path segment scrubbed. Empty for an invalid URL. */
export function scrubUrl(text: string): string {
  if (!URL.canParse(text)) return ''
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return ''
  const path = url.pathname.split('/').map((part) => scrub(decode(part)))
  return url.origin + path.join('/')
}

function withoutQuery(address: string): string {
  // Pairing and payment links are secrets as a whole.
  if (!/^(?:https?|wss?):/i.test(address)) return hidden
  const end = address.search(/[?#]/)
  const bare = end === -1 ? address : address.slice(0, end)
  return bare.replace(/\/\/[^/@]*@/, '//')
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
