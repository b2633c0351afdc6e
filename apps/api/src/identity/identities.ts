import type { Identity } from '@foyer/protocol/api'
import type { Address } from 'viem'
import { cached } from '../cached.ts'
import type { Chain, EvmChain } from '../chains/chainConfig.ts'
import type { Ens } from '../ens/ens.ts'
import { readEnsName, readEnsText } from '../ens/readEnsName.ts'
import { createImageMemory } from '../images/createImageMemory.ts'
import type { ImageFile } from '../images/imageFile.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { readAvatar } from './readAvatar.ts'
import { readGatewayImage } from './readGatewayImage.ts'

/** Reads names and pictures of accounts. */
export type Identities = {
  /**
   * Reads an account's name and avatar.
   *
   * @throws {@link HttpError} 502 when the chain with the registry, or the gateway of the name, does not answer
   */
  get(input: { address: Address; chainId: string }): Promise<Identity>
  /** Returns whether a picture is on the operator's IPFS gateway; this server then serves it. */
  isServed(avatar: string | null): avatar is string
  /** Returns such a picture, fetched once an hour. */
  getImage(input: { address: Address; chainId: string }): Promise<ImageFile | undefined>
}

/** @source spec 9.16 */
export const identityTtlMs = 300_000

/**
 * Reads names from the requested chain when it has a registry, else from the first chain that does.
 * @param ipfsGateway - `https://gateway.example`, which then serves pictures that live on IPFS
 */
export function createIdentities({
  ens,
  ipfsGateway,
  now,
  rpc,
}: {
  ens: Ens
  ipfsGateway?: string | undefined
  /** @default Date.now */
  now?: (() => number) | undefined
  rpc: ChainRpc
}): Identities {
  const load = async (chain: EvmChain, address: Address): Promise<Identity> => {
    const name = await readEnsName(ens, chain, address)
    const record =
      name === undefined ? undefined : await readEnsText(ens, chain, { key: 'avatar', name })
    const avatar =
      record === undefined
        ? undefined
        : await readAvatar(rpc, { ipfsGateway, owner: address, record })
    return { name: name ?? null, avatar: avatar ?? null, resolvedAt: new Date().toISOString() }
  }
  const identities = cached({
    ttlMs: identityTtlMs,
    ...(now === undefined ? {} : { now }),
    load: (key) => {
      const [caipId = '', address] = key.split(' ')
      return load(rpc.findChain(caipId) as EvmChain, address as Address)
    },
  })
  const images = createImageMemory({ now })
  const get: Identities['get'] = async ({ address, chainId }) => {
    const asked = rpc.findChain(chainId)
    const chain = asked && keepsNames(asked) ? asked : rpc.chains.find(keepsNames)
    // Without a registry there are no names.
    if (chain === undefined) return { name: null, avatar: null, resolvedAt: null }
    return identities(`${chain.caipId} ${address}`)
  }
  const isServed: Identities['isServed'] = (avatar): avatar is string =>
    ipfsGateway !== undefined && avatar?.startsWith(`${ipfsGateway}/ipfs/`) === true
  return {
    get,
    isServed,
    async getImage(input) {
      const { avatar } = await get(input)
      return isServed(avatar) ? images.get(avatar, () => readGatewayImage(avatar)) : undefined
    },
  }
}

/** Returns whether a chain has an ENS registry. */
export function keepsNames(chain: Chain): chain is EvmChain {
  return chain.namespace === 'eip155' && chain.ens !== undefined
}
