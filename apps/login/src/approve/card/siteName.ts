/** A site's name split by relevance: `owner` is the part that identifies its owner. */
export type SiteName = {
  /** True for `https`, and for this machine, whose traffic crosses no network; the card marks other origins. */
  secure: boolean
  /** Subdomains before `owner`, with the final dot: `app.`. */
  prefix: string
  /** Registrable domain; the whole host for an IP address or a local name. */
  owner: string
  /** `:8080`; empty for the default port. */
  port: string
}

/**
 * Public suffixes of hosting services, under which different owners register names. If one is missing here, the wrong
 * part is highlighted as the owner; the full host is shown in any case.
 * @source https://publicsuffix.org/list/ (excerpt)
 */
const endings = new Set(
  (
    'github.io gitlab.io vercel.app netlify.app pages.dev workers.dev web.app firebaseapp.com herokuapp.com ' +
    'azurewebsites.net cloudfront.net fly.dev onrender.com surge.sh replit.app repl.co glitch.me ngrok.io ngrok.app ' +
    'ngrok-free.app r2.dev blogspot.com eth.limo eth.link ipfs.dweb.link on-fleek.app fleek.co 4everland.app ' +
    'up.railway.app deno.dev lovable.app framer.app webflow.io wixsite.com myshopify.com'
  ).split(' '),
)
/** Second levels that are public suffixes under country domains: `co` of `co.uk`. */
const secondLevels = new Set('ac co com edu go gov ne net nom or org'.split(' '))
const longestPrefix = 40

/** Splits an origin. Non-ASCII names are in punycode (`xn--`), which can not imitate another name. */
export function readSiteName(origin: string): SiteName {
  let url: URL
  try {
    url = new URL(origin)
  } catch {
    return { secure: false, prefix: '', owner: origin, port: '' }
  }
  const { hostname, port, protocol } = url
  const owner = ownerOf(hostname)
  const prefix = hostname.slice(0, hostname.length - owner.length)
  return {
    secure: protocol === 'https:' || isThisMachine(hostname),
    prefix: prefix.length > longestPrefix ? `…${prefix.slice(-longestPrefix)}` : prefix,
    owner,
    port: port === '' ? '' : `:${port}`,
  }
}

/** Returns whether a host is this machine. @source https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy */
const isThisMachine = (host: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(host)

function ownerOf(host: string): string {
  if (/^[\d.]+$/.test(host) || host.startsWith('[')) return host
  const labels = host.replace(/\.$/, '').split('.')
  const last = labels.at(-1) ?? ''
  for (let count = 2; count < labels.length; count++)
    if (endings.has(labels.slice(-count).join('.'))) return labels.slice(-count - 1).join('.')
  const isCountry = last.length === 2 && secondLevels.has(labels.at(-2) ?? '')
  return labels.slice(isCountry ? -3 : -2).join('.')
}
