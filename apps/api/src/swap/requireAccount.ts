import type { Address } from 'viem'
import type { Chain, EvmChain } from '../chains/chainConfig.ts'
import type { ChainRpc } from '../rpc/chainRpc.ts'
import { parseHex } from '../rpc/ethCall.ts'
import { convertError } from './convertError.ts'

/** Begin of the code of an account with a key that uses a contract's code (EIP-7702). */
const delegation = '0xef0100'

/**
 * Checks that an account exists on the chain where its tokens arrive. A key has the same address on every chain; a contract
 * may be absent there, or somebody else's.
 * @throws HttpError 400 `receiver-absent`
 */
export async function requireAccount(
  rpc: ChainRpc,
  { from, to, user }: { from: EvmChain; to: Chain; user: Address },
): Promise<void> {
  const codeOn = async (chain: Chain) => {
    const params = JSON.stringify([user, 'latest'])
    const [answer] = await rpc.send(chain, [{ method: 'eth_getCode', params }])
    return parseHex(chain, answer)
  }
  const [here, there] = await Promise.all([codeOn(from), codeOn(to)])
  const isKey = here === '0x' || here.startsWith(delegation)
  if (!isKey && here !== there) throw convertError('receiver-absent')
}
