import type { Features } from '@foyer/core'
import * as v from 'valibot'

/** Accents of the panel: one colour for light, one for dark, each legible on its card. */
export const accents = {
  lagoon: { name: 'Lagoon', light: '#0f766e', dark: '#2dd4bf' },
  ink: { name: 'Ink', light: '#1c1a17', dark: '#f4f1ec' },
  clay: { name: 'Clay', light: '#9a3412', dark: '#fb923c' },
  plum: { name: 'Plum', light: '#86198f', dark: '#e879f9' },
  river: { name: 'River', light: '#1d4ed8', dark: '#93c5fd' },
  moss: { name: 'Moss', light: '#3f6212', dark: '#bef264' },
} as const
export type AccentName = keyof typeof accents
export const accentNames = Object.keys(accents) as AccentName[]
export const defaultAccent: AccentName = 'lagoon'

export const themes = ['system', 'light', 'dark'] as const
export const modes = ['embedded', 'dialog'] as const
export const languages = ['en', 'es', 'ar'] as const

/** Features that are on or off. */
export type Switch = {
  [key in keyof Features]: Features[key] extends boolean ? key : never
}[keyof Features]

const switches = [
  'swaps',
  'onramp',
  'receive',
  'send',
  'email',
  'emailShowWallets',
  'history',
  'analytics',
  'allWallets',
  'legalCheckbox',
  'smartSessions',
  'collapseWallets',
  'pay',
] as const satisfies readonly Switch[]

const oneOf = <const words extends readonly string[]>(words: words) =>
  v.picklist(words, `must be ${words.join(' or ')}`)
const flag = v.pipe(
  oneOf(['true', 'false']),
  v.transform((text) => text === 'true'),
)
const words = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').filter((word) => word !== '')),
)
const httpUrl = v.pipe(
  v.string(),
  v.regex(/^https?:\/\//, 'must be an http(s) address'),
  v.url('must be an http(s) address'),
)

/** A chain number, or the id of a Solana cluster. */
const networkId = v.pipe(
  v.string(),
  v.regex(
    /^(\d+|[1-9A-HJ-NP-Za-km-z]{32})$/,
    'must be a chain number, or 32 letters of a genesis hash',
  ),
  v.transform((text) => (/^\d+$/.test(text) ? Number(text) : text)),
)

const schema = v.object({
  // Options of the panel. The URL always contains them, so that users can share a configuration.
  theme: v.optional(oneOf(themes), 'system'),
  accent: v.optional(
    v.union(
      [
        v.picklist(accentNames),
        v.pipe(
          v.string(),
          v.regex(/^[0-9a-f]{6}$/i),
          v.transform((digits): `#${string}` => `#${digits.toLowerCase()}`),
        ),
      ],
      `must be six hex digits or one of ${accentNames.join(', ')}`,
    ),
    defaultAccent,
  ),
  radius: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,2}$/, 'must be pixels, 0 to 99'), v.transform(Number)),
    '4',
  ),
  lang: v.optional(oneOf(languages), 'en'),
  mode: v.optional(oneOf(modes)),
  networks: v.optional(v.pipe(words, v.array(networkId), v.minLength(1))),
  /** `name` switches on, `-name` off: `legalCheckbox,-allWallets`. */
  features: v.optional(
    v.pipe(
      words,
      v.array(
        v.pipe(
          v.string(),
          v.check(
            (word) => (switches as readonly string[]).includes(word.replace(/^-/, '')),
            `must be of ${switches.join(', ')}, each with or without a leading -`,
          ),
        ),
      ),
      v.transform(
        (list) =>
          Object.fromEntries(
            list.map((word) => [word.replace(/^-/, ''), !word.startsWith('-')]),
          ) as Partial<Record<Switch, boolean>>,
      ),
    ),
    '',
  ),
  // Options without a control, for tests and curious developers.
  allowUnsupportedChain: v.optional(flag),
  enableNetworkSwitch: v.optional(flag),
  enableReconnect: v.optional(flag),
  /** Shows requests before a wallet is asked. */
  preview: v.optional(flag),
  /** The sign-in of the members' page. */
  signIn: v.optional(oneOf(['required', 'optional'])),
  zIndexMode: v.optional(flag),
  prefetch: v.optional(oneOf(['idle', 'intent', 'none'])),
  defaultNetwork: v.optional(networkId),
  storageKey: v.optional(v.string()),
  projectId: v.optional(v.string()),
  /** `none`: no WalletConnect. */
  walletConnect: v.optional(v.literal('none', 'must be none')),
  /** `none`: no login. */
  login: v.optional(v.literal('none', 'must be none')),
  /** Timeout for loading the login's frame, ms. */
  loadMs: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,6}$/, 'must be milliseconds'), v.transform(Number)),
  ),
  apiUrl: v.optional(v.union([v.literal('none'), httpUrl], 'must be none or an http(s) address')),
  /** Scripts of wallets to load instead of the test wallet; `none` loads none. */
  wallet: v.optional(v.array(v.union([v.literal('none'), httpUrl]))),
  termsConditionsUrl: v.optional(httpUrl),
  privacyPolicyUrl: v.optional(httpUrl),
})

/** All options in a page's URL. */
export type PageOptions = v.InferOutput<typeof schema>
export type Mode = (typeof modes)[number]

/**
 * Reads the options in a page's URL. Ignores other parameters, such as those of links in mails.
 *
 * @throws Error that names the option and its allowed values; an unreadable value never falls back to the default
 */
export function readPageOptions(search: string): PageOptions {
  const parameters = new URLSearchParams(search)
  const wallets = parameters.getAll('wallet')
  const input: Record<string, unknown> = Object.fromEntries(parameters)
  if (wallets.length > 0) input.wallet = wallets
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const name = v.getDotPath(issue) ?? 'address'
  throw new Error(`The address has an option that can not be read: ${name} ${issue.message}.`)
}

/**
 * Writes options as a URL query without the defaults.
 *
 * @returns `` or `?…`
 */
export function writePageOptions(options: PageOptions): string {
  const { accent, features, networks, radius, wallet, ...others } = options
  const defaults: Partial<PageOptions> = { theme: 'system', lang: 'en' }
  const parameters = new URLSearchParams()
  const write = (name: string, value: string) => parameters.append(name, value)
  for (const [name, value] of Object.entries(others))
    if (value !== undefined && value !== defaults[name as keyof PageOptions])
      write(name, String(value))
  if (accent !== defaultAccent) write('accent', accent.replace(/^#/, ''))
  if (radius !== 4) write('radius', String(radius))
  if (networks) write('networks', networks.join(','))
  const changed = Object.entries(features).map(([name, on]) => (on ? name : `-${name}`))
  if (changed.length > 0) write('features', changed.join(','))
  for (const url of wallet ?? []) write('wallet', url)
  const text = parameters.toString().replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
