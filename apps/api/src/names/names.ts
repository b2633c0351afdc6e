import type { AccountName } from '@foyer/protocol/api'
import { cached } from '../cached.ts'
import type { Chain } from '../chains/chainConfig.ts'
import type { Ens } from '../ens/ens.ts'
import { readEnsAddresses } from '../ens/readEnsAddresses.ts'
import { type Identities, identityTtlMs, keepsNames } from '../identity/identities.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import type { NameRegistry } from './nameRegistry.ts'

/** Names of this server's registry and of ENS. */
export type Names = {
  /** The registry, if the operator has one. */
  readonly registry: NameRegistry | undefined
  /** Finds a name's addresses. @throws {@link HttpError} 502 when the chain with the ENS registry, or the gateway of the name, does not answer */
  find(name: string): Promise<AccountName | undefined>
  /** Finds the names of an address: of the registry first. @throws as `find` */
  findOf(account: Account): Promise<AccountName[]>
}

type Account = { readonly address: string; readonly namespace: Chain['namespace'] }

export function createNames({
  ens,
  identities,
  now,
  registry,
  rpc,
}: {
  ens: Ens
  identities: Pick<Identities, 'get'>
  /** @default Date.now */
  now?: (() => number) | undefined
  registry: NameRegistry | undefined
  rpc: ChainRpc
}): Names {
  const ensChain = rpc.chains.find(keepsNames)
  const findEns = cached({
    ttlMs: identityTtlMs,
    ...(now === undefined ? {} : { now }),
    load: async (name: string): Promise<AccountName | undefined> => {
      const addresses = ensChain && (await readEnsAddresses(ens, ensChain, name))
      if (addresses === undefined) return undefined
      const withTimes = Object.entries(addresses).map(
        ([coinType, address]) => [coinType, { address, createdAt: null }] as const,
      )
      return {
        ...{ name, registeredAt: null, updatedAt: null, attributes: {} },
        addresses: Object.fromEntries(withTimes),
      }
    },
  })
  const find: Names['find'] = async (written) => {
    const name = written.toLowerCase()
    if (registry && name.endsWith(`.${registry.suffix}`)) return registry.find(name)
    return findEns(written)
  }
  return {
    registry,
    find,
    async findOf(account) {
      const own = (await registry?.findOf(account.address)) ?? []
      if (account.namespace !== 'eip155' || ensChain === undefined) return own
      const address = account.address as `0x${string}`
      const { name } = await identities.get({ address, chainId: ensChain.caipId })
      const ens = name === null ? undefined : await findEns(name)
      return ens === undefined ? own : [...own, ens]
    },
  }
}
