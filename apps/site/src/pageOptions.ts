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

/** Features that are simply on or off. */
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
  // What the panel changes; the address always says it, so that a set-up can be shared.
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
  /** A name switches on, a name after `-` off: `legalCheckbox,-allWallets`. */
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
  // What only a test or a curious developer sets.
  allowUnsupportedChain: v.optional(flag),
  enableNetworkSwitch: v.optional(flag),
  enableReconnect: v.optional(flag),
  zIndexMode: v.optional(flag),
  prefetch: v.optional(oneOf(['idle', 'intent', 'none'])),
  defaultNetwork: v.optional(networkId),
  storageKey: v.optional(v.string()),
  projectId: v.optional(v.string()),
  /** `none`: no way to phone wallets. */
  walletConnect: v.optional(v.literal('none', 'must be none')),
  /** `none`: no way to log in. */
  login: v.optional(v.literal('none', 'must be none')),
  /** How long the login's frame may take to load, ms. */
  loadMs: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,6}$/, 'must be milliseconds'), v.transform(Number)),
  ),
  apiUrl: v.optional(v.union([v.literal('none'), httpUrl], 'must be none or an http(s) address')),
  /** Scripts of wallets to load instead of the test wallet; `none` loads none. */
  wallet: v.optional(v.array(v.union([v.literal('none'), httpUrl]))),
  termsConditionsUrl: v.optional(httpUrl),
  privacyPolicyUrl: v.optional(httpUrl),
})

/** Everything that the address of a page may say. */
export type PageOptions = v.InferOutput<typeof schema>
export type Mode = (typeof modes)[number]

/**
 * Reads the options in the address of a page. Other parameters, as of a link in a mail, are passed over.
 *
 * @throws Error that names the option and what it may be: a value that can not be read is never the default in disguise
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
 * Writes options as the query of an address; what is as by default is left out.
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
