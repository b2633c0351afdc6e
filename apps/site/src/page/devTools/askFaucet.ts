import * as v from 'valibot'

const answer = v.object({ hash: v.string() })
const refusal = v.object({ error: v.object({ message: v.string() }) })
/** Timeout for a faucet that hangs, ms; normally it mines within a second. */
const timeoutMs = 10_000

/**
 * Requests coins from the faucet of this installation.
 *
 * @returns The hash of the mined transaction, on Solana its signature.
 * @throws Error with the faucet's message
 */
export async function askFaucet(walletUrl: string, gift: askFaucet.Gift): Promise<string> {
  const response = await fetch(`${walletUrl}/faucet`, {
    method: 'POST',
    body: JSON.stringify({ ...gift, amount: String(gift.amount) }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const body: unknown = await response.json()
  if (response.ok) return v.parse(answer, body).hash
  const refused = v.safeParse(refusal, body)
  throw new Error(
    refused.success ? refused.output.error.message : `The faucet answers ${response.status}.`,
  )
}

export declare namespace askFaucet {
  type Gift = {
    /** The EIP-155 number, or the CAIP-2 id of another chain. */
    chainId: number | string
    address: string
    /** The token to mint; without it the faucet sends the chain's own coin. */
    token?: string | undefined
    /** In the smallest unit. */
    amount: bigint
  }
}
