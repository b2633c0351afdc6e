import type { PhoneConfig } from '../phoneConfig.ts'
import { walletEvents, walletMethods } from './capabilities.ts'
import { type Family, familyOf, isServed } from './networks.ts'
import type { Proposal, Session } from './openKit.ts'

/** One chain family of a proposal, as far as the wallet can give it. */
export type Wish = {
  family: Family
  /** CAIP-2 ids. */
  chains: readonly { chainId: string; isServed: boolean; isRequired: boolean }[]
  /** Asked for, and known to the wallet. */
  methods: readonly string[]
  events: readonly string[]
}

/** Why a proposal can not be approved at all, with its code. @source CAIP-25, WalletConnect error codes */
export type Obstacle = { code: 5100 | 5101 | 5104; text: string }

/** What a site asks for. */
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
      // A key may be one chain.
      chains: key.includes(':') ? [key] : (chains ?? []),
      methods,
      events,
    }))
  return [...read(requiredNamespaces, true), ...read(optionalNamespaces, false)]
}

/** Reads what a site asks for: which of it the wallet can give, and whether it must have more. */
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
      // Who names none takes all.
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
      return { code: 5104, text: `It must have ${key}, which this wallet has no accounts in.` }
    const missing = methods.find((method) => !walletMethods[family].includes(method))
    if (missing)
      return { code: 5101, text: `It must have ${missing}, which this wallet can not do.` }
  }
  if (wishes.every(({ chains }) => chains.length === 0))
    return { code: 5100, text: 'It asks for no network that this wallet has accounts in.' }
  return undefined
}

/**
 * What the wallet grants: the chosen accounts on the chosen chains.
 *
 * @param chosen - CAIP-2 ids, and for each family the indexes of accounts, the selected one first
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
