import type { SignRequestInput } from '@foyer/decode'
import type { Rpc } from '../createRpc.ts'
import type { FrameNetwork } from '../networks.ts'
import { readOwnCall } from './buildTogether.ts'
import type { Call } from './fillCalls.ts'
import { askQuantity, readQuantity } from './fillTransaction.ts'
import type { SignedBatch } from './signedBatch.ts'
import { hexChainId } from './signingCall.ts'

type Hex = `0x${string}`

/** Time for the operator to send a batch, in seconds. */
const validSeconds = 600

/** The calls as the sponsor is asked about them. @throws FoyerError `params-invalid` */
export const readSponsored = (calls: readonly Call[]): SignedBatch['calls'] =>
  calls.map(readOwnCall).map(({ data, to, value }) => ({
    to: to as Hex,
    value: readQuantity(value, 'value') ?? 0n,
    data: data as Hex,
  }))

/**
 * Builds the request by which the account allows the operator to make its calls, once and for ten minutes; `finish` puts the
 * signed batch together.
 */
export async function buildSigned(
  given: readonly Call[],
  {
    address,
    isUpgraded,
    network,
    now = Date.now,
    rpc,
  }: { address: string; isUpgraded: boolean; network: FrameNetwork; now?: () => number; rpc: Rpc },
): Promise<{ request: SignRequestInput; finish: (signed: unknown) => SignedBatch }> {
  const deadline = Math.floor(now() / 1000) + validSeconds
  // A sequence of its own, so that no batch waits for another one.
  const nonce = randomSequence() << 64n
  const upgrade = isUpgraded
    ? undefined
    : {
        address: network.smartAccount as string,
        nonce: await askQuantity(rpc, 'eth_getTransactionCount', [address, 'pending']),
      }
  const request: SignRequestInput = {
    method: 'wallet_sendCalls',
    chainId: hexChainId(network),
    params: [
      {
        from: address,
        calls: given.map(readOwnCall),
        together: {
          ...{ by: 'signature', nonce: hex(nonce), deadline: hex(BigInt(deadline)) },
          ...(upgrade && { upgrade: { address: upgrade.address, nonce: hex(upgrade.nonce) } }),
        },
      },
    ],
  }
  const finish = (signed: unknown): SignedBatch => {
    const { authorization, signature } = signed as { signature: Hex; authorization?: Hex }
    return {
      ...{ calls: readSponsored(given), nonce, deadline, signature },
      ...(upgrade &&
        authorization && {
          authorization: {
            ...splitSignature(authorization),
            address: upgrade.address as Hex,
            nonce: Number(upgrade.nonce),
          },
        }),
    }
  }
  return { request, finish }
}

const hex = (value: bigint) => `0x${value.toString(16)}`

/** 192 random bits, never 0: a quantity of 0 has another form. */
function randomSequence(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) | 1n
}

/** Splits the 65 bytes of a signature. */
const splitSignature = (signature: Hex) => ({
  r: `0x${signature.slice(2, 66)}` as Hex,
  s: `0x${signature.slice(66, 130)}` as Hex,
  yParity: (Number.parseInt(signature.slice(130), 16) - 27) as 0 | 1,
})
