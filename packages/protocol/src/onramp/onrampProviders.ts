import { readOwn } from '../readOwn.ts'

/** The facts about a seller that need no request. */
export type OnrampProviderFacts = {
  /** For people. */
  readonly label: string
  /** Range of its fee in percent; absent where it publishes none for every payment. @source spec 9.23 */
  readonly feePercent?: { readonly min: number; readonly max: number }
  /** Namespaces that it delivers to. @source spec 9.21 */
  readonly namespaces: readonly ('eip155' | 'solana')[]
  /** Origins of its page: no other one is opened. */
  readonly origins: readonly string[]
}

const both = ['eip155', 'solana'] as const

/** The sellers that a server may offer, by name. */
export const onrampProviders: Readonly<Record<string, OnrampProviderFacts>> = {
  coinbase: {
    label: 'Coinbase',
    feePercent: { min: 1, max: 2 },
    namespaces: ['eip155'],
    origins: ['https://pay.coinbase.com', 'https://pay-sandbox.coinbase.com'],
  },
  meld: {
    label: 'Meld.io',
    feePercent: { min: 1, max: 2 },
    namespaces: both,
    origins: ['https://meldcrypto.com', 'https://sb.meldcrypto.com'],
  },
  moonpay: {
    label: 'MoonPay',
    namespaces: both,
    origins: ['https://buy.moonpay.com', 'https://buy-sandbox.moonpay.com'],
  },
  stripe: { label: 'Stripe', namespaces: both, origins: ['https://crypto.link.com'] },
  transak: {
    label: 'Transak',
    namespaces: both,
    origins: ['https://global.transak.com', 'https://global-stg.transak.com'],
  },
  // The devnet's card page, on this machine only.
  devcard: { label: 'Test card', feePercent: { min: 1, max: 2 }, namespaces: both, origins: [] },
}

/** A page on the machine itself; browsers resolve `localhost` and what is below it to nothing else. */
const localHost = /^(.+\.)?localhost$|^127\.0\.0\.1$/

/**
 * Returns whether this is the address of the provider’s own page: https and one of its origins; for the devnet’s card
 * page, this machine.
 */
export function isOnrampUrl(provider: string, url: string): boolean {
  const facts = readOwn(onrampProviders, provider)
  if (!facts || !URL.canParse(url)) return false
  const { hostname, origin, password, protocol, username } = new URL(url)
  if (username !== '' || password !== '') return false
  if (provider === 'devcard') return /^https?:$/.test(protocol) && localHost.test(hostname)
  // The origin of a blob is that of its page.
  return protocol === 'https:' && facts.origins.includes(origin)
}
