import { FoyerError } from '@foyer/protocol'
import type { ApprovalInput, DescribableRequest } from './approvalInput.ts'
import type { DescribeServices } from './describeServices.ts'

/** The current time of these tests: ms since 1970. */
export const testNow = Date.parse('2026-11-21T12:00:00Z')
/** The requested account: alice of the devnet. */
export const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** Another account. */
export const mallory = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** Ethereum, with its contracts. */
export const ethereum = { id: 'eip155:1', name: 'Ethereum', symbol: 'ETH', decimals: 18 }

/** A request by a shop to alice. */
export function inputOf(
  request: DescribableRequest,
  changes: Partial<ApprovalInput> = {},
): ApprovalInput {
  return {
    origin: 'https://shop.example',
    account: alice,
    network: ethereum,
    request,
    ...changes,
  }
}

/** A chain that does not answer: descriptions then rely on the bytes alone. Also used by bench. */
export const offline: DescribeServices = {
  rpc: () => Promise.reject(new Error('offline')),
  now: () => testNow,
}

/** A node over HTTP, with errors as the frame's RPC reports them. */
export function nodeServices(url: string, now = Date.now): DescribeServices {
  return {
    now,
    async rpc(method, params) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const { error, result } = (await response.json()) as {
        error?: { message: string }
        result?: unknown
      }
      if (error) throw new FoyerError('rpc-failed', { cause: error, details: error.message })
      return result
    },
  }
}
