import { type Address, keccak256, labelhash, namehash, toBytes, zeroHash } from 'viem'
import { ensRegistryAbi, ensResolverAbi } from '../abis.ts'
import { devnetAccounts } from '../accounts.ts'
import { devnetAddresses } from '../addresses.ts'
import { devnetNames } from '../names.ts'
import type { Sender } from './sender.ts'

const { deployer, ensRegistry, ensResolver, ensReverseRegistrar } = devnetAddresses

/** Registers the names of `names.ts` in ENS, then gives `addr.reverse` to the reverse registrar. */
export async function registerNames({ sender }: { sender: Sender }) {
  const registry = (functionName: string, args: readonly unknown[]) =>
    sender.call({ to: ensRegistry, abi: ensRegistryAbi, functionName, args })
  const resolver = (functionName: string, args: readonly unknown[]) =>
    sender.call({ to: ensResolver, abi: ensResolverAbi, functionName, args })
  const addressOf = (index: number): Address => devnetAccounts[index]!.address

  await registry('setSubnodeOwner', [zeroHash, labelhash('eth'), deployer])
  await registry('setSubnodeOwner', [zeroHash, labelhash('reverse'), deployer])
  await registry('setSubnodeOwner', [namehash('reverse'), labelhash('addr'), deployer])

  for (const { name, owner, forward, reverseOf, avatar } of devnetNames) {
    const node = namehash(name)
    const label = labelhash(name.slice(0, -'.eth'.length))
    await registry('setSubnodeRecord', [namehash('eth'), label, deployer, ensResolver, 0n])
    await resolver('setAddr', [node, addressOf(forward)])
    if (avatar) await resolver('setText', [node, 'avatar', avatar])
    await registry('setOwner', [node, addressOf(owner)])

    const hex = addressOf(reverseOf).slice(2).toLowerCase()
    const reverseNode = namehash(`${hex}.addr.reverse`)
    const reverseLabel = keccak256(toBytes(hex))
    const parent = namehash('addr.reverse')
    await registry('setSubnodeRecord', [parent, reverseLabel, deployer, ensResolver, 0n])
    await resolver('setName', [reverseNode, name])
    await registry('setOwner', [reverseNode, addressOf(reverseOf)])
  }
  await registry('setSubnodeOwner', [namehash('reverse'), labelhash('addr'), ensReverseRegistrar])
}
