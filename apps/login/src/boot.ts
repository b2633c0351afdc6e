import { FoyerError } from '@foyer/protocol'
import * as v from 'valibot'

/** A built file: its address on the login origin and its required hash. */
const asset = v.strictObject({
  src: v.pipe(v.string(), v.regex(/^\/assets\/[\w.-]+$/)),
  integrity: v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/)),
})

/** A chain as the approval screens name it. */
export const bootNetwork = v.strictObject({
  /** CAIP-2. */
  id: v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  symbol: v.pipe(v.string(), v.minLength(1), v.maxLength(16)),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36)),
  explorerUrl: v.optional(v.pipe(v.string(), v.url())),
  /** The code that accounts may run there, to be smart accounts (EIP-7702); omitted: none. */
  smartAccount: v.optional(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))),
  /** The operator may pay the gas of smart accounts there. */
  isSponsored: v.optional(v.boolean()),
  /** The operator has a bundler there, for operations that a site's paymaster pays for. */
  hasBundler: v.optional(v.boolean()),
})

/** The server's settings for a document of the login origin. None of them is secret. */
export const boot = v.strictObject({
  document: v.picklist(['frame', 'popup', 'security', 'export']),
  /** Origin of the vault. */
  vaultUrl: v.pipe(v.string(), v.url()),
  parts: v.strictObject({
    approve: asset,
    approveStyle: v.optional(asset),
    decoder: asset,
    work: asset,
    worker: asset,
  }),
  /** Only on `/frame`. */
  project: v.optional(
    v.strictObject({
      id: v.string(),
      name: v.string(),
      /** As the project lists them: exact, or with one wildcard label. */
      origins: v.array(v.string()),
      trust: v.picklist(['first-party', 'untrusted']),
    }),
  ),
  networks: v.array(bootNetwork),
})
export type Boot = v.InferOutput<typeof boot>

/** Returns the code that accounts may run, by network. */
export function readSmartAccounts(networks: Boot['networks']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    networks.flatMap(({ id, smartAccount }) => (smartAccount ? [[id, smartAccount]] : [])),
  )
}

/** Name of the `<meta>` that carries the boot value as JSON. */
export const bootMeta = 'foyer-boot'

/**
 * Reads the server's settings from this document.
 * @throws {@link FoyerError} `options-invalid` when it is missing or another shape
 */
export function readBoot(document: Document): Boot {
  const text = document.querySelector(`meta[name="${bootMeta}"]`)?.getAttribute('content') ?? ''
  try {
    return v.parse(boot, JSON.parse(text))
  } catch (cause) {
    throw new FoyerError('options-invalid', {
      cause,
      details: `This document lacks what the login server writes into it (${bootMeta}).`,
    })
  }
}
