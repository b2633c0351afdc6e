import { compileOnce, devnetAddresses, ensRegistryAbi } from '@foyer/devnet'
import {
  type Abi,
  type Address,
  bytesToString,
  concatHex,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  keccak256,
  type LocalAccount,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { labelhash, namehash } from 'viem/ens'
import { transact } from '../indexer/indexing.test.kit.ts'
import { sendFrom } from '../rpc/sendFrom.test.kit.ts'

const resolverAbi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
])

/** Puts an offchain resolver on the chain, for a name below `eth` and all names below that one. */
export async function addOffchainName(
  url: string,
  { from, label, signer, urls }: { from: Address; label: string; signer: Address; urls: string[] },
): Promise<Address> {
  const arguments_ = encodeAbiParameters(parseAbiParameters('string[], address'), [urls, signer])
  const data = concatHex([await compileOnce('OffchainResolver'), arguments_])
  const { contractAddress } = await transact(url, { from, data })
  await setResolver(url, { label, resolver: contractAddress! })
  return contractAddress!
}

/** Makes a contract the resolver of a name below `eth`. */
export async function setResolver(
  url: string,
  { label, resolver }: { label: string; resolver: Address },
): Promise<void> {
  const { deployer, ensRegistry } = devnetAddresses
  await sendFrom(url, {
    from: deployer,
    to: ensRegistry,
    data: encodeFunctionData({
      abi: ensRegistryAbi as Abi,
      functionName: 'setSubnodeRecord',
      args: [namehash('eth'), labelhash(label), deployer, resolver, 0n],
    }),
  })
}

/** Reads the question of a gateway, from its URL or from the body of its POST. */
export function readQuestion(callData: Hex): { name: string; record: string } {
  const { args } = decodeFunctionData({ abi: resolverAbi, data: callData })
  const { functionName, args: parts } = decodeFunctionData({ abi: recordAbi, data: args[1] })
  return { name: nameOf(hexToBytes(args[0])), record: [functionName, ...parts.slice(1)].join(' ') }
}

/** Signs a record as the answer to a question. */
export async function signAnswer({
  callData,
  expiresAt = 2n ** 40n,
  record,
  resolver,
  signer,
}: {
  callData: Hex
  /** Seconds since 1970. @default never */
  expiresAt?: bigint
  record: Hex
  resolver: Address
  signer: LocalAccount
}): Promise<Hex> {
  const signed = keccak256(
    encodeAbiParameters(parseAbiParameters('address, uint64, bytes32, bytes32'), [
      resolver,
      expiresAt,
      keccak256(callData),
      keccak256(record),
    ]),
  )
  const signature = await signer.sign!({ hash: signed })
  return encodeAbiParameters(parseAbiParameters('bytes, uint64, bytes'), [
    record,
    expiresAt,
    signature,
  ])
}

/** Decodes a name in the form of DNS: each label after its length. */
function nameOf(bytes: Uint8Array): string {
  const labels: string[] = []
  for (let at = 0; bytes[at]; at += bytes[at]! + 1)
    labels.push(bytesToString(bytes.slice(at + 1, at + 1 + bytes[at]!)))
  return labels.join('.')
}
