import type { SignRequestInput } from '@foyer/decode'
import { loginOperation, loginOperationSend } from '@foyer/protocol/login'
import type { BuiltOperation } from '@foyer/protocol/sponsor'
import type { FrameAccount } from '../createFrameAccount.ts'
import type { FrameNetwork } from '../networks.ts'
import { readSponsored } from './buildSigned.ts'
import { readOwnCall } from './buildTogether.ts'
import type { Call } from './fillCalls.ts'
import type { Operations } from './operations.ts'

type Hex = `0x${string}`

/**
 * Time for the user to approve an operation and for the bundler to send it, in seconds: afterwards it is worth nothing to anyone who
 * kept it.
 */
const validSeconds = 600

/** Returns the operations of a network; undefined where the operator has no bundler. */
export function createOperations(
  account: FrameAccount,
  {
    address,
    network,
    now = Date.now,
    signal,
  }: { address: string; network: FrameNetwork; now?: () => number; signal: AbortSignal },
): Operations | undefined {
  if (!network.hasBundler || network.smartAccount === undefined) return undefined
  return {
    async build(given, { context, url }) {
      const own = {
        ...{ chainId: network.id as `eip155:${number}`, account: address as Hex },
        calls: readSponsored(given).map((one) => ({ ...one, value: one.value.toString() })),
      }
      const paymaster = { url, ...(context && { context }) }
      const built = await account.call(loginOperation, { ...own, paymaster }, { signal })
      return {
        request: writeRequest(given, { address, built, network, now }),
        async send(signed) {
          const { signature } = signed as { signature: Hex }
          const body = { ...own, operation: built, signature }
          return (await account.call(loginOperationSend, body)).hash
        },
      }
    },
  }
}

const hex = (value: bigint) => `0x${value.toString(16)}`

function writeRequest(
  given: readonly Call[],
  {
    address,
    built,
    network,
    now,
  }: { address: string; built: BuiltOperation; network: FrameNetwork; now: () => number },
): SignRequestInput {
  const { paymaster, paymasterData, ...numbers } = built
  const validUntil = hex(BigInt(Math.floor(now() / 1000) + validSeconds))
  const together = {
    ...(Object.fromEntries(
      Object.entries(numbers).map(([name, value]) => [name, hex(BigInt(value))]),
    ) as Omit<BuiltOperation, 'paymaster' | 'paymasterData'>),
    ...{ by: 'operation' as const, paymaster, paymasterData, validUntil },
  }
  return {
    method: 'wallet_sendCalls',
    chainId: hex(BigInt(network.id.slice('eip155:'.length))),
    params: [{ from: address, calls: given.map(readOwnCall), together }],
  }
}
