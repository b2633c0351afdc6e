import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { EvmClient } from './verifyEvm.ts'

/** A node, as an EIP-1193 provider calls it. Rejects when the node answers with an error. */
export type RpcRequest = (call: { method: string; params: readonly unknown[] }) => Promise<unknown>

/** `isValidSignature(bytes32,bytes)`, which is also what the contract answers. @source ERC-1271 */
const isValidSignature = '1626ba7e'
/** @source ERC-6492 "Signature format" */
const undeployedMark = '6492'.repeat(16)
/** `aggregate3((address,bool,bytes)[])`, at the same address on every public network. @source https://www.multicall3.com */
const aggregate3 = '82ad56cb'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/**
 * Creates a client that verifies the signatures of contracts (ERC-1271, ERC-6492) by JSON-RPC alone.
 *
 * @param request - Calls a node of the network. What it rejects with is passed on, except for a call that reverts
 *   (code 3 or -32000), which means that the contract does not accept the signature.
 */
export function rpcEvmClient(request: RpcRequest): EvmClient {
  const call = async (to: string, data: string): Promise<string> => {
    try {
      const answer = await request({ method: 'eth_call', params: [{ to, data }, 'latest'] })
      return String(answer).replace(/^0x/, '')
    } catch (error) {
      if ([3, -32000].includes((error as { code?: number }).code ?? 0)) return ''
      throw error
    }
  }
  return {
    async verifyMessage({ address, message, signature }) {
      const hash = hashMessage(message)
      const undeployed = readUndeployed(signature.slice(2))
      const code = await request({ method: 'eth_getCode', params: [address, 'latest'] })
      if (code !== '0x') {
        const check = encodeCheck(hash, undeployed?.inner ?? signature.slice(2))
        return isAccepted(await call(address, check))
      }
      if (!undeployed) return false
      const { deploy, factory, inner } = undeployed
      const answers = await call(
        multicall3,
        encodeCalls([
          [factory, deploy],
          [address, encodeCheck(hash, inner).slice(2)],
        ]),
      )
      return isAccepted(lastAnswer(answers))
    },
    getChainId: async () => Number(await request({ method: 'eth_chainId', params: [] })),
  }
}

/** @source EIP-191 version 0x45 */
function hashMessage(text: string): string {
  const message = utf8ToBytes(text)
  const head = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`)
  return bytesToHex(keccak_256(concatBytes(head, message)))
}

const isAccepted = (answer: string) => answer === isValidSignature.padEnd(64, '0')

const word = (value: number | string) =>
  (typeof value === 'number' ? value.toString(16) : value.replace(/^0x/, '')).padStart(64, '0')
const padded = (hex: string) => hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
const bytes = (hex: string) => word(hex.length / 2) + padded(hex)

const encodeCheck = (hash: string, signature: string) =>
  `0x${isValidSignature}${hash}${word(64)}${bytes(signature)}`

/** Both may fail: the contract may be there, and it may refuse. */
function encodeCalls(calls: readonly (readonly [to: string, data: string])[]): string {
  const tuples = calls.map(([to, data]) => word(to) + word(1) + word(96) + bytes(data))
  let offset = calls.length * 32
  const heads = tuples.map((tuple) => {
    const head = word(offset)
    offset += tuple.length / 2
    return head
  })
  return `0x${aggregate3}${word(32)}${word(calls.length)}${heads.join('')}${tuples.join('')}`
}

/** The `returnData` of the second and last `Result(bool success, bytes returnData)`. */
function lastAnswer(hex: string): string {
  const at = (byte: number) => Number.parseInt(hex.slice(byte * 2, byte * 2 + 64) || '0', 16)
  const list = 64
  const result = list + at(list + 32)
  const data = result + at(result + 32)
  return at(result) === 1 ? hex.slice((data + 32) * 2, (data + 32 + at(data)) * 2) : ''
}

/** `abi.encode(address factory, bytes deploy, bytes signature)` before the mark. */
function readUndeployed(
  signature: string,
): { factory: string; deploy: string; inner: string } | undefined {
  if (!signature.endsWith(undeployedMark)) return undefined
  const hex = signature.slice(0, -undeployedMark.length)
  const at = (byte: number) => Number.parseInt(hex.slice(byte * 2, byte * 2 + 64) || '0', 16)
  const read = (offset: number) => hex.slice((offset + 32) * 2, (offset + 32 + at(offset)) * 2)
  return { factory: hex.slice(24, 64), deploy: read(at(32)), inner: read(at(64)) }
}
