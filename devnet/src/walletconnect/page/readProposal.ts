import type { PhoneConfig } from '../phoneConfig.ts'
import { walletEvents, walletMethods } from './capabilities.ts'
import { type Family, familyOf, isServed } from './networks.ts'
import type { Proposal, Session } from './openKit.ts'

/** The supported part of one namespace of a proposal. */
export type Wish = {
  family: Family
  /** CAIP-2 ids. */
  chains: readonly { chainId: string; isServed: boolean; isRequired: boolean }[]
  /** Requested, and supported by the wallet. */
  methods: readonly string[]
  events: readonly string[]
}

/** Why a proposal can not be approved at all, with its code. @source CAIP-25, WalletConnect error codes */
export type Obstacle = { code: 5100 | 5101 | 5104; text: string }

/** A site's request for namespaces. */
export type ReadProposal = { wishes: readonly Wish[]; obstacle: Obstacle | undefined }

type Part = {
  key: string
  isRequired: boolean
  chains: string[]
  methods: string[]
  events: string[]
}

function partsOf({ optionalNamespaces, requiredNamespaces }: Proposal): Part[] {
  const read = (spaces: Proposal['requiredNamespaces'], isRequired: boolean) =>
    Object.entries(spaces).map(([key, { chains, events, methods }]) => ({
      key,
      isRequired,
      // A key may be a single chain.
      chains: key.includes(':') ? [key] : (chains ?? []),
      methods,
      events,
    }))
  return [...read(requiredNamespaces, true), ...read(optionalNamespaces, false)]
}

/** Reads the namespaces that a site requests: the supported ones, and the required ones. */
export function readProposal(config: PhoneConfig, proposal: Proposal): ReadProposal {
  const parts = partsOf(proposal)
  const families = [...new Set(parts.flatMap(({ key }) => familyOf(key) ?? []))]
  const wishes = families.map((family): Wish => {
    const own = parts.filter(({ key }) => familyOf(key) === family)
    const ids = [...new Set(own.flatMap(({ chains }) => chains))]
    const asked = new Set(own.flatMap(({ methods }) => methods))
    const events = new Set(own.flatMap((part) => part.events))
    return {
      family,
      chains: ids.map((chainId) => ({
        chainId,
        isServed: isServed(config, chainId),
        isRequired: own.some(({ chains, isRequired }) => isRequired && chains.includes(chainId)),
      })),
      // A namespace without chains means all chains.
      methods: walletMethods[family].filter((method) => asked.size === 0 || asked.has(method)),
      events: walletEvents.filter((event) => events.size === 0 || events.has(event)),
    }
  })
  return { wishes, obstacle: findObstacle(parts, wishes) }
}

function findObstacle(parts: readonly Part[], wishes: readonly Wish[]): Obstacle | undefined {
  for (const { isRequired, key, methods } of parts) {
    if (!isRequired) continue
    const family = familyOf(key)
    if (!family)
      return {
        code: 5104,
        text: `The site requires ${key}, but this wallet has no accounts there.`,
      }
    const missing = methods.find((method) => !walletMethods[family].includes(method))
    if (missing)
      return {
        code: 5101,
        text: `The site requires ${missing}, which this wallet does not support.`,
      }
  }
  if (wishes.every(({ chains }) => chains.length === 0))
    return { code: 5100, text: 'The site requests no network on which this wallet has accounts.' }
  return undefined
}

/**
 * Builds the granted namespaces: the chosen accounts on the chosen chains.
 *
 * @param chosen - CAIP-2 ids, and for each namespace the indexes of accounts, the selected one first
 */
export function grant(
  wishes: readonly Wish[],
  chosen: { chains: ReadonlySet<string>; addresses: Readonly<Record<Family, readonly string[]>> },
): Session['namespaces'] {
  return Object.fromEntries(
    wishes.flatMap(({ chains: offered, events, family, methods }) => {
      const chains = offered.map(({ chainId }) => chainId).filter((id) => chosen.chains.has(id))
      if (chains.length === 0) return []
      const accounts = chains.flatMap((chainId) =>
        chosen.addresses[family].map((address) => `${chainId}:${address}`),
      )
      return [[family, { chains, accounts, methods: [...methods], events: [...events] }]]
    }),
  )
}
