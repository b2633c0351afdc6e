import type { ReceiverKind, Rpc } from '@foyer/core'

/** Code of an account that delegates to a contract: it is still an account with a key. @source https://eips.ethereum.org/EIPS/eip-7702 */
const delegated = /^0xef0100[0-9a-f]{40}$/i
/** Selectors of `decimals()` and `totalSupply()`. @source https://eips.ethereum.org/EIPS/eip-20 */
const tokenSelectors = ['0x313ce567', '0x18160ddd']

/** Reads what is at an address: an account, a contract, or the contract of a token. */
export async function inspectReceiver({
  rpc,
  to,
}: {
  rpc: Rpc
  to: string
}): Promise<ReceiverKind> {
  const code = await rpc({ method: 'eth_getCode', params: [to, 'latest'] })
  if (typeof code !== 'string' || code === '0x' || delegated.test(code)) return 'account'
  const answers = await Promise.all(
    tokenSelectors.map((data) =>
      // A contract without the function reverts.
      rpc({ method: 'eth_call', params: [{ to, data }, 'latest'] }).catch(() => '0x'),
    ),
  )
  const isToken = answers.every((answer) => /^0x[0-9a-f]{64}$/i.test(String(answer)))
  return isToken ? 'token' : 'contract'
}
