import { type Address, type Hex, numberToHex, parseEther } from 'viem'

/** Only what hangs takes longer, ms; the error then names it. */
const hangsMs = 30_000

/** Calls a test's chain directly. @throws when it refuses, or has no answer after 30 s */
export async function askChain<result>(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(hangsMs),
  }).catch((cause) => {
    throw new Error(`${method}: ${cause}`, { cause })
  })
  const { error, result } = await response.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/**
 * Sends a transaction on a test's chain from any account, and waits until it is in a block.
 * @throws when it reverts
 */
export async function sendFrom(
  url: string,
  { data, from, to, value = 0n }: { data: Hex; from: Address; to: Address; value?: bigint },
): Promise<void> {
  await askChain(url, 'anvil_impersonateAccount', [from])
  await askChain(url, 'anvil_setBalance', [from, numberToHex(parseEther('100'))])
  // Its own count may be wrong right after a block.
  const nonce = await askChain(url, 'eth_getTransactionCount', [from, 'latest'])
  const transaction = { from, to, data, nonce, gas: '0x4c4b40', value: numberToHex(value) }
  const hash = await askChain(url, 'eth_sendTransaction', [transaction])
  for (;;) {
    const receipt = await askChain<{ status: Hex } | null>(url, 'eth_getTransactionReceipt', [hash])
    if (receipt?.status === '0x1') return
    if (receipt) throw new Error(`The transaction to ${to} reverted`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
